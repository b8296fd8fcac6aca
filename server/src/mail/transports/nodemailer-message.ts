import type { SendMailOptions } from 'nodemailer'
import type { MailConfig } from '../config.ts'
import type { SentMail } from '../transport.ts'

/** The mail in nodemailer's form. Its Message-ID is the same each time it is sent (RFC 5322 §3.6.4). */
export function nodemailerMessage(mail: SentMail, from: MailConfig['from']): SendMailOptions {
  const { id, recipient, subject, text, html, created_at } = mail
  const host = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from,
    to: { name: '', address: recipient },
    subject,
    text: text ?? '',
    html: html ?? '',
    date: created_at,
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: suppresses automatic replies
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
