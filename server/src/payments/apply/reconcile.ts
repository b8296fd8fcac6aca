import type { Db } from '../../platform/db/db.ts'
import type { PaymentDeps } from '../deps.ts'
import { type AskedAttempt, askAbout } from './ask-about.ts'
import { countQuestionAfterEnd, endedAttempts, openAttempts, reversibleAttempts } from './asked-attempts.ts'
import { forEachPayment } from './for-each-payment.ts'

/** With two hundred payments and a gateway that takes five seconds for an answer, a run takes less than a minute. */
const concurrency = 20

/** The most of each kind that one run handles, so that it does not overload the gateway. */
const maxPerRun = { open: 200, ended: 50 }

/** Visits all open payments in turn, some in each run. In memory, because it would be most of the shop's writes. */
export interface Round {
  /** The order whose payment was asked about last. */
  lastOrder: string
}

/**
 * Compare the payments with the gateway and apply those whose notification was lost. While the gateway does not answer,
 * everything stays as it is until the next run.
 * @param signal  aborts when the server stops: the current payment is finished, the others are left for the next start
 * @param round  the place at which the last run ended; without it this run begins a round
 */
export async function reconcile(
  deps: PaymentDeps,
  signal?: AbortSignal,
  round: Round = { lastOrder: '' },
): Promise<void> {
  const { db, clock } = deps
  const now = clock()
  const open = await nextOpenAttempts(db, round, now)
  await forEachPayment(deps, { next: async () => open.shift(), concurrency, signal }, (attempt) => {
    round.lastOrder = attempt.order_id
    return ask(deps, attempt)
  })

  const ended = await endedAttempts(db, maxPerRun.ended, now)
  await forEachPayment(deps, { next: async () => ended.shift(), concurrency, signal }, async (attempt) => {
    await countQuestionAfterEnd(db, attempt, now)
    await ask(deps, attempt)
  })

  const paid = await reversibleAttempts(db, maxPerRun.ended, now)
  await forEachPayment(deps, { next: async () => paid.shift(), concurrency, signal }, async (attempt) => {
    await db.updateTable('payment_attempts').set({ status_asked_at: now }).where('id', '=', attempt.id).execute()
    await ask(deps, attempt)
  })
}

/** The payments after the last one. If they are few, also those from the beginning. */
async function nextOpenAttempts(db: Db, { lastOrder }: Round, now: Date) {
  const limit = maxPerRun.open
  const rest = await openAttempts(db, { afterOrder: lastOrder, limit }, now)
  if (rest.length === limit || lastOrder === '') return rest
  const first = await openAttempts(db, { afterOrder: '', limit: limit - rest.length }, now)
  return [...rest, ...first.filter(({ id }) => rest.every((attempt) => attempt.id !== id))]
}

async function ask(deps: PaymentDeps, attempt: AskedAttempt): Promise<void> {
  if ((await askAbout(deps, attempt)) === 'pay') deps.watch?.paid('reconciliation')
}
