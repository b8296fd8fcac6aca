import { createTransport, type NodemailerError } from 'nodemailer'
import { compose } from './compose.ts'
import type { MailConfig } from './mail-config.ts'
import { MailRefused, type MailTransport } from './transport.ts'

/** A relay answers in a second or two; one that takes much longer is tried again later. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** One connection for each mail; STARTTLS where the server offers it, TLS from the start with `smtps:`. */
export function smtpTransport(url: string, from: MailConfig['from']): MailTransport {
  const transport = createTransport({ url, ...timeouts })
  return {
    async send(mail, signal) {
      try {
        await transport.sendMail({ ...compose(mail, from), signal })
      } catch (error) {
        throw isRefusal(error) ? new MailRefused((error as Error).message, { cause: error }) : error
      }
    },
  }
}

/**
 * A recipient refused for good (5yz, RFC 5321 §4.2.1). What the server has against us (5.7.z, RFC 3463 §3.8: no relaying,
 * say), the sender or the login can be mended, and the mail then sent.
 */
function isRefusal(error: unknown): boolean {
  const { command, responseCode = 0, response = '' } = error as NodemailerError
  return command === 'RCPT TO' && responseCode >= 500 && !/\b5\.7\.\d/.test(response)
}
