export interface MailConfig {
  /** Undefined: the environment names no mail server. */
  smtpUrl: string | undefined
  /** The sender; the field names are nodemailer's, `address` is an e-mail address. */
  from: { name: string; address: string }
  /** The environment names the sender. */
  isFromSet: boolean
  /** The sender has the name of the shop, and follows it. */
  isNamedAfterShop: boolean
}
