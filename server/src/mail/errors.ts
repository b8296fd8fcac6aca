/** The mail server refused this mail permanently: the mailbox does not exist, for example. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** The mail server wants a login, and its password is not known here, as after a restore. Mail waits until it is given. */
export class MailPasswordMissing extends Error {
  override name = 'MailPasswordMissing'
  constructor() {
    super('The password of the mail server is not set')
  }
}
