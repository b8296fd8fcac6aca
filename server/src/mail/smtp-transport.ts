import { createTransport, type NodemailerError } from 'nodemailer'
import { MailRefused } from './errors.ts'
import type { MailConfig } from './mail-config.ts'
import { nodemailerMessage } from './nodemailer-message.ts'
import type { MailTransport } from './transport.ts'

/** In milliseconds. A relay answers within seconds; after a timeout the mail is tried again later. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** One connection for each mail; STARTTLS where the server offers it, TLS from the start with `smtps:`. */
export function smtpTransport(url: string, from: MailConfig['from']): MailTransport {
  const transporter = createTransport({ url, ...timeouts })
  return {
    async send(mail, signal) {
      try {
        await transporter.sendMail({ ...nodemailerMessage(mail, from), signal })
      } catch (error) {
        throw isRefusal(error) ? new MailRefused((error as Error).message, { cause: error }) : error
      }
    },
  }
}

/**
 * Whether the recipient was refused permanently (5yz, RFC 5321 §4.2.1). The refusal of this shop (5.7.z, RFC 3463 §3.8:
 * no relaying, for example), of the sender or of the login is temporary, because the operator can correct it.
 */
function isRefusal(error: unknown): boolean {
  const { command, responseCode = 0, response = '' } = error as NodemailerError
  return command === 'RCPT TO' && responseCode >= 500 && !/\b5\.7\.\d/.test(response)
}
