/** The mail server refused this mail for good: the mailbox does not exist, for example. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
