import type { NodemailerError } from 'nodemailer'
import type { MailConfig } from '../config.ts'
import { MailRefused } from '../errors.ts'
import type { MailTransport } from '../transport.ts'
import type { MailHost } from './mail-server.ts'
import { nodemailerMessage } from './nodemailer-message.ts'

/** In milliseconds. A relay answers within seconds; after a timeout the mail is tried again later. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** A URL (`smtp:` with STARTTLS if the server offers it, `smtps:` with TLS from the start), or its parts. */
export type SmtpServer = { url: string } | (MailHost & { password: string | undefined })

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host)

/** If an administrator chose the encryption, other machines get only encrypted mail. */
async function transporterTo(server: SmtpServer) {
  const { createTransport } = await import('nodemailer') // loaded with the first mail, because it would make each start longer
  if ('url' in server) return createTransport({ url: server.url, ...timeouts })
  const { host, port, security, username, password } = server
  const auth = username === null ? {} : { auth: { user: username, pass: password ?? '' } }
  const secure = security === 'tls'
  const requireTLS = !secure && !isLoopback(host)
  return createTransport({ host: host.replace(/^\[|\]$/g, ''), port, secure, requireTLS, ...auth, ...timeouts })
}

/** One connection for each mail. */
export function smtpTransport(server: SmtpServer, from: MailConfig['from']): MailTransport {
  return {
    async send(mail, signal) {
      try {
        const transporter = await transporterTo(server)
        await transporter.sendMail({ ...nodemailerMessage(mail, from), signal })
      } catch (error) {
        throw isRefusal(error) ? new MailRefused((error as Error).message, { cause: error }) : error
      }
    },
  }
}

/** Connect and log in, without sending a mail. @throws the errors of nodemailer */
export async function verifySmtp(server: SmtpServer): Promise<void> {
  const transporter = await transporterTo(server)
  try {
    await transporter.verify()
  } finally {
    transporter.close()
  }
}

/** Whether the server answered and refused the user or the password. */
export const isLoginRefused = (error: unknown): boolean => ['EAUTH', 'ENOAUTH'].includes(findCodes(error).code ?? '')

/**
 * Why a mail server failed, in a sentence without any text of the server.
 * @param server  undefined: that of SMTP_URL
 */
export function smtpProblem(error: unknown, server: Pick<MailHost, 'host' | 'port'> | undefined): string {
  const { code, command, responseCode } = findCodes(error)
  const name = server ? `${server.host} di port ${server.port}` : 'dari SMTP_URL'
  const said = responseCode === undefined ? '' : ` (jawaban ${responseCode})`
  if (isLoginRefused(error)) return `Server email menolak nama pengguna atau kata sandi${said}.`
  if (
    code === 'ETLS' ||
    code === 'ETLSCERT' ||
    code === 'EREQUIRETLS' ||
    /^(?:ERR_SSL|ERR_TLS|CERT_|DEPTH_|UNABLE_|SELF_SIGNED)/.test(code ?? '')
  )
    return `Sambungan terenkripsi ke server email ${name} gagal. Periksa cara enkripsi dan port.`
  if (command === 'MAIL FROM' && responseCode !== undefined)
    return `Server email menolak alamat pengirim${said}. Pakai alamat email dari akun di server itu.`
  if (responseCode !== undefined) return `Server email menolak${said}.`
  return `Server email ${name} tidak bisa dihubungi. Periksa alamat, port, dan cara enkripsinya.`
}

interface Codes {
  code?: string
  command?: string
  responseCode?: number
  cause?: unknown
}

function findCodes(error: unknown): Omit<Codes, 'cause'> {
  const { cause, ...codes } = (error ?? {}) as Codes
  if (codes.code === undefined && codes.responseCode === undefined && cause !== undefined) return findCodes(cause)
  return codes
}

/**
 * Whether the server refused the recipient permanently (5yz, RFC 5321 §4.2.1). A refusal of this shop (5.7.z, RFC 3463
 * §3.8, for example no relaying), of the sender or of the login is temporary, because the operator can correct it.
 */
function isRefusal(error: unknown): boolean {
  const { command, responseCode = 0, response = '' } = error as NodemailerError
  return command === 'RCPT TO' && responseCode >= 500 && !/\b5\.7\.\d/.test(response)
}
