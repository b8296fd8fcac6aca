import { type Clock, hours, later, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { claimMail, giveUp, markSent, postpone, type QueuedMail } from './queries.ts'
import { MailRefused, type MailTransport } from './transport.ts'

export interface MailDeps {
  db: Db
  transport: MailTransport
  clock: Clock
  log: Record<'warn' | 'error', (details: object, message: string) => void>
}

/** Longer than the transport ever takes. A mail whose sender died is sent again after it. */
const LEASE = minutes(5)

/**
 * Send what is due, one mail at a time, without a transaction open. What fails is tried again after 1, 2, 4, … minutes,
 * at most 6 hours, for as long as it is of use. A crash between sending and noting it sends a mail twice, never not at all.
 */
export async function deliverMail(deps: MailDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = deps.clock()
    const mail = await claimMail(deps.db, now, later(now, LEASE))
    if (!mail) return
    await deliver(deps, mail, signal)
  }
}

async function deliver({ db, transport, clock, log }: MailDeps, mail: QueuedMail, signal: AbortSignal): Promise<void> {
  // Nothing that names the recipient or the content belongs in a log; the outbox has the reason in full.
  const facts = { mail: mail.id, attempts: mail.attempts }
  if (mail.expires_at <= clock()) {
    await giveUp(db, mail, clock(), 'Out of date before it could be sent')
    log.error(facts, 'a mail is out of date and was not sent')
    return
  }
  try {
    await transport.send(mail, signal)
  } catch (error) {
    if (signal.aborted) return postpone(db, mail, clock(), 'The server stopped while it was sent')
    const reason = error instanceof Error ? error.message : String(error)
    const next = later(clock(), backoff(mail.attempts))
    const details = { ...facts, ...codesOf(error) }
    if (error instanceof MailRefused || next >= mail.expires_at) {
      await giveUp(db, mail, clock(), reason)
      log.error(details, 'a mail could not be delivered and is given up; mail_outbox.last_error has the reason')
    } else {
      await postpone(db, mail, next, reason)
      log.warn(details, `a mail could not be delivered; next try at ${next.toISOString()}`)
    }
    return
  }
  await markSent(db, mail, clock())
}

const backoff = (attempts: number) => Math.min(minutes(2 ** (attempts - 1)), hours(6))

function codesOf(error: unknown): { code: string | undefined; responseCode: number | undefined } {
  const { code, responseCode, cause } = error as { code?: string; responseCode?: number; cause?: unknown }
  return cause === undefined ? { code, responseCode } : codesOf(cause)
}
