import type { PaymentDeps } from '../deps.ts'
import { GatewayUnavailable } from '../errors.ts'
import { type AskedAttempt, askAbout } from './ask-about.ts'
import { countQuestionAfterEnd, endedAttempts, openAttempts, paidAttempts } from './asked-attempts.ts'
import { forEachPayment } from './for-each-payment.ts'

/** With two hundred payments and a gateway that takes five seconds for an answer, a run takes less than a minute. */
const concurrency = 20

/** The most of each kind that one run handles, so that it does not overload the gateway. */
const maxPerRun = { open: 200, ended: 50, paid: 50 }

/** Visits payments in turn, some in each run. In memory, because it would be most of the shop's writes. */
export interface Round {
  /** The order whose open payment was asked about last, and the id of the paid one. */
  lastOrder: string
  lastPaid: string
}

export const newRound = (): Round => ({ lastOrder: '', lastPaid: '' })

/**
 * Compare the payments with the gateway and apply those whose notification was lost. While the gateway does not answer,
 * everything stays as it is until the next run.
 * @param signal  aborts when the server stops: the current payment is finished, the others are left for the next start
 * @param round  the place at which the last run ended; without it this run begins a round
 */
export async function reconcile(deps: PaymentDeps, signal?: AbortSignal, round: Round = newRound()): Promise<void> {
  const { db, clock } = deps
  const now = clock()
  const open = await nextOf(round.lastOrder, maxPerRun.open, (after, limit) =>
    openAttempts(db, { afterOrder: after, limit }, now),
  )
  await forEachPayment(deps, { next: async () => open.shift(), concurrency, signal }, (attempt) => {
    round.lastOrder = attempt.order_id
    return ask(deps, attempt)
  })

  const ended = await endedAttempts(db, maxPerRun.ended, now)
  await forEachPayment(deps, { next: async () => ended.shift(), concurrency, signal }, async (attempt) => {
    await countQuestionAfterEnd(db, attempt, now)
    await ask(deps, attempt)
  })

  const paid = await nextOf(round.lastPaid, maxPerRun.paid, (after, limit) => paidAttempts(db, { after, limit }, now))
  await forEachPayment(deps, { next: async () => paid.shift(), concurrency, signal }, async (attempt) => {
    round.lastPaid = attempt.id
    const failure = await ask(deps, attempt).then(
      () => null,
      (error: unknown) => error,
    )
    // Without an answer it is asked again in a later run.
    if (!(failure instanceof GatewayUnavailable)) {
      await db.updateTable('payment_attempts').set({ status_asked_at: now }).where('id', '=', attempt.id).execute()
    }
    if (failure !== null) throw failure
  })
}

/** The payments after the last one. If they are few, also those from the beginning. */
async function nextOf<Attempt extends AskedAttempt>(
  last: string,
  limit: number,
  read: (after: string, limit: number) => Promise<Attempt[]>,
): Promise<Attempt[]> {
  const rest = await read(last, limit)
  if (rest.length === limit || last === '') return rest
  const first = await read('', limit - rest.length)
  return [...rest, ...first.filter(({ id }) => rest.every((attempt) => attempt.id !== id))]
}

async function ask(deps: PaymentDeps, attempt: AskedAttempt): Promise<void> {
  if ((await askAbout(deps, attempt)) === 'pay') deps.watch?.paid('reconciliation')
}
