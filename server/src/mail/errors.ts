/** The mail server refused this mail permanently: the mailbox does not exist, for example. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
