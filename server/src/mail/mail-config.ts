export interface MailConfig {
  /** Undefined: mail is written to a folder under DATA_DIR. */
  smtpUrl: string | undefined
  /** The sender; the field names are nodemailer's, `address` is an e-mail address. */
  from: { name: string; address: string }
  /** The sender has the name of the shop, and follows it. */
  isNamedAfterShop: boolean
}
