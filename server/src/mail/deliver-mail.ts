import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { claimsOf, putOff } from '../platform/jobs/due-work.ts'
import { MailRefused } from './errors.ts'
import { giveUp, mailWork, markFailed, markSent, type QueuedMail } from './outbox.ts'
import type { MailTransport } from './transport.ts'

export interface MailDeps {
  db: Db
  transport: MailTransport
  clock: Clock
  log: Record<'warn' | 'error', (details: object, message: string) => void>
}

/**
 * Send all due mail, one at a time, without an open transaction. A failed mail is tried again after 1, 2, 4, … minutes, at
 * most 6 hours, until it expires. Each mail is sent at least once: a crash right after a send sends it again.
 */
export async function deliverMail(deps: MailDeps, signal: AbortSignal): Promise<void> {
  for await (const mail of claimsOf(deps.db, mailWork, deps.clock, signal)) await deliver(deps, mail, signal)
}

async function deliver({ db, transport, clock, log }: MailDeps, mail: QueuedMail, signal: AbortSignal): Promise<void> {
  // The log must not contain the recipient or the content; the outbox keeps the full reason.
  const facts = { mail: mail.id, attempts: mail.attempts }
  if (mail.expires_at <= clock()) {
    await giveUp(db, mail, 'Out of date before it could be sent', clock())
    log.error(facts, 'a mail expired before it was sent')
    return
  }
  try {
    await transport.send(mail, signal)
  } catch (error) {
    if (signal.aborted) return putOff(db, mailWork, mail, clock())
    const reason = error instanceof Error ? error.message : String(error)
    const details = { ...facts, ...codesOf(error) }
    if (error instanceof MailRefused || mail.next_attempt_at >= mail.expires_at) {
      await giveUp(db, mail, reason, clock())
      log.error(
        details,
        'a mail could not be delivered and will not be tried again; mail_outbox.last_error has the reason',
      )
    } else {
      await markFailed(db, mail, reason)
      log.warn(details, `a mail could not be delivered; next try at ${mail.next_attempt_at.toISOString()}`)
    }
    return
  }
  await markSent(db, mail, clock())
}

function codesOf(error: unknown): { code: string | undefined; responseCode: number | undefined } {
  const { code, responseCode, cause } = error as { code?: string; responseCode?: number; cause?: unknown }
  return cause === undefined ? { code, responseCode } : codesOf(cause)
}
