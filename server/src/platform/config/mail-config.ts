import { Email } from '@camilan/contract/fields'
import * as z from 'zod/mini'

export interface MailConfig {
  /** Undefined: mail is written to a folder under DATA_DIR. */
  smtpUrl: string | undefined
  from: { name: string; address: string }
}

interface Settings {
  smtpUrl: string | undefined
  mailFrom: string | undefined
  shopName: string
  publicUrl: string
}

/** Notes in `problems` what is wrong, and never what SMTP_URL says: it holds a password. */
export function readMailConfig({ smtpUrl, mailFrom, shopName, publicUrl }: Settings, problems: string[]): MailConfig {
  const url = smtpUrl === undefined ? undefined : URL.parse(smtpUrl)
  if (smtpUrl !== undefined && !(url && /^smtps?:$/.test(url.protocol) && url.hostname)) {
    problems.push('SMTP_URL must be an address like smtps://user:password@mail.example.com')
  }
  const byDefault = { name: shopName, address: `noreply@${new URL(publicUrl).hostname}` }
  const from = mailFrom === undefined ? byDefault : readSender(mailFrom, shopName)
  if (!from) problems.push(`MAIL_FROM must be an e-mail address, or a name and one: Camilan <toko@example.com>`)
  return { smtpUrl, from: from ?? byDefault }
}

/** `toko@example.com`, `<toko@example.com>` or `Camilan <toko@example.com>`. */
function readSender(text: string, shopName: string): MailConfig['from'] | undefined {
  const { name, address } = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/.exec(text)?.groups ?? { name: '', address: text }
  const email = z.safeParse(Email, address)
  return email.success ? { name: name?.trim().replace(/^"(.*)"$/, '$1') || shopName, address: email.data } : undefined
}
