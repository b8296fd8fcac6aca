import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach } from 'vitest'

/** An SMTP reply that is no welcome. */
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
  /** What arrived: the envelope's recipient, and the message as it was sent. */
  received: { recipient: string; message: string }[]
  /** How often somebody asked for a recipient. */
  attempts: number
  close(): Promise<void>
}

interface Manners {
  port?: number
  /** Asked for each recipient; a refusal thrown goes to the client. */
  onRecipient?: (address: string) => void
  /** A message is taken when this resolves. */
  onMessage?: () => Promise<void>
  login?: { user: string; password: string }
}

const open = new Set<MailServer>()

/** A real SMTP server on a loopback port, closed after the test. */
export async function startMailServer({ port = 0, onRecipient, onMessage, login }: Manners = {}): Promise<MailServer> {
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: !login,
    onAuth({ username, password }, _session, done) {
      const right = login && username === login.user && password === login.password
      done(right ? null : new SmtpRefusal(535, 'wrong user or password'), { user: username })
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
      const take = async () => {
        const message = await text(stream)
        await onMessage?.()
        for (const { address } of envelope.rcptTo) server.received.push({ recipient: address, message })
      }
      take().then(() => done(), done)
    },
  })
  smtp.on('error', () => {}) // a client that leaves early
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const actualPort = typeof address === 'object' && address ? address.port : port
  const server: MailServer = {
    url: `smtp://127.0.0.1:${actualPort}`,
    port: actualPort,
    received: [],
    attempts: 0,
    close() {
      open.delete(server)
      return new Promise((resolve) => smtp.close(() => resolve()))
    },
  }
  open.add(server)
  return server
}

afterEach(async () => {
  for (const server of open) await server.close()
})
