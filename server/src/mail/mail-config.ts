export interface MailConfig {
  /** Undefined: mail is written to a folder under DATA_DIR. */
  smtpUrl: string | undefined
  from: { name: string; address: string }
}
