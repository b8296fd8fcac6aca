import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export class SmtpRefusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

export interface MailServer {
  url: string
  port: number
  /** The delivered messages, with the recipient of the envelope. */
  received: { recipient: string; message: string }[]
  /** The number of RCPT TO commands. */
  attempts: number
  close(): Promise<void>
}

interface MailServerOptions {
  port?: number
  /** Called for each recipient; an SmtpRefusal thrown is sent to the client. */
  onRecipient?: (email: string) => void
  /** Called for each sender of an envelope; as for recipients. */
  onSender?: (email: string) => void
  /** A message is accepted when this resolves. */
  onMessage?: () => Promise<void>
  login?: { user: string; password: string }
}

/** A real SMTP server on a loopback port, closed after the test that starts it. */
export async function startMailServer({
  port = 0,
  onRecipient,
  onSender,
  onMessage,
  login,
}: MailServerOptions = {}): Promise<MailServer> {
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    authOptional: !login,
    onAuth({ username, password }, _session, done) {
      const valid = login && username === login.user && password === login.password
      done(valid ? null : new SmtpRefusal(535, 'wrong user or password'), { user: username })
    },
    onMailFrom({ address }, _session, done) {
      try {
        onSender?.(address)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    onRcptTo({ address }, _session, done) {
      server.attempts += 1
      try {
        onRecipient?.(address)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    onData(stream, { envelope }, done) {
      const receive = async () => {
        const message = await text(stream)
        await onMessage?.()
        for (const { address } of envelope.rcptTo) server.received.push({ recipient: address, message })
      }
      receive().then(() => done(), done)
    },
  })
  smtp.on('error', () => {}) // a client that disconnects early
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const actualPort = typeof address === 'object' && address ? address.port : port
  const server: MailServer = {
    url: `smtp://127.0.0.1:${actualPort}`,
    port: actualPort,
    received: [],
    attempts: 0,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
  onTestFinished(() => server.close())
  return server
}
