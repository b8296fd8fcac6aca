import type { SendMailOptions } from 'nodemailer'
import type { MailConfig } from './mail-config.ts'
import type { QueuedMail } from './queries.ts'

/** The mail in nodemailer's words. Its Message-ID stays the same however often it is sent (RFC 5322 §3.6.4). */
export function compose(mail: QueuedMail, from: MailConfig['from']): SendMailOptions {
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
    headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no holiday reply to this, please
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
