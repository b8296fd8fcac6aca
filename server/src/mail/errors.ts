/** The mail server refused this mail permanently, for example because the mailbox does not exist. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/**
 * The mail server wants a login whose password is not known here, as after a restore. Mail waits until the password is set.
 */
export class MailPasswordMissing extends Error {
  override name = 'MailPasswordMissing'
  constructor() {
    super('The password of the mail server is not set')
  }
}
