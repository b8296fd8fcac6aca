import { whyByHand } from '@camilan/contract/refund-by-hand'
import type { RefundAnswer } from '@camilan/midtrans/client'
import { added } from '../../../orders/change/change-order.ts'
import { recordChange } from '../../../people/audit/record-change.ts'
import { confirmPassword } from '../../../people/login/confirm-password.ts'
import { assertStillAllowed, type Caller } from '../../../people/login/guards.ts'
import type { Client, Limits } from '../../../people/users/limits.ts'
import { earlier, hours, minutes } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { isDueSince } from '../../../platform/db/stored-moments.ts'
import { transact } from '../../../platform/db/transact.ts'
import { NotFound } from '../../../platform/errors.ts'
import { forEachPayment } from '../../apply/for-each-payment.ts'
import { isOfAttempt } from '../../apply/record-payment.ts'
import { bookGivenBack } from '../../book/entries.ts'
import type { PaymentDeps } from '../../deps.ts'
import { GatewayUnavailable, KeyRefused, NotPossible, PaymentKeysUnknown } from '../../errors.ts'
import { bookedOf, lockRefund, paymentOfRefund, type RefundPayment, type RefundRow, takeDue } from '../refund-rows.ts'
import { reconcileRefunds, recordMade } from './reconcile-refunds.ts'

export type SendDeps = Pick<PaymentDeps, 'db' | 'gateways' | 'clock' | 'log'>

interface Sending {
  /** The refund's id, or that of its payment. */
  id: string
  password: string
}

/**
 * An administrator has the gateway refund a payment, after giving the password again. The refund is stored as asked,
 * with its key, before the call. If the answer is lost, the job asks until the gateway's record shows what happened; if
 * the gateway refuses, the refund is due again, with the reason. An audit entry names the administrator. A second call
 * while the first is under way, or after the refund was made, changes nothing.
 * @returns the refund's id
 * @throws the refusals of {@link confirmPassword}
 * @throws {NotPossible} the gateway can't refund this payment
 */
export async function sendRefund(
  deps: SendDeps & { limits: Limits },
  by: Caller & Client,
  { id, password }: Sending,
): Promise<string> {
  const { db, clock, log } = deps
  await confirmPassword(deps, by, password, clock())
  const { refund, payment } = await transact(db, async (tx) => {
    const refund = await lockRefund(tx, { id, preferred: 'due' })
    const now = clock()
    await assertStillAllowed(tx, by, now)
    if (!refund) throw new NotFound()
    if (refund.state !== 'due') return { refund }
    const taken = await takeDue(tx, refund)
    const payment = await paymentOfRefund(tx, refund.id)
    const why = whyByHand(payment, taken.amount_idr, now)
    if (why !== null) throw new NotPossible(`${why} Kembalikan lewat transfer.`)
    await tx
      .updateTable('refunds')
      .set({ state: 'asked', asked_at: now, asked_by: by.id, refused: null })
      .where('id', '=', refund.id)
      .execute()
    const changes = added({ refund_asked: taken.amount_idr })
    await recordChange(tx, by, { type: 'order', id: refund.order_id }, { action: 'changed', changes }, now)
    return { refund: taken, payment }
  })
  if (!payment) return refund.id
  const answer = await ask(deps, refund, payment)
  log.info({ refund: refund.refund_key, answer }, 'the gateway was asked for a refund')
  await applyAnswer(deps, refund, answer).catch((error: unknown) =>
    log.warn({ err: error, refund: refund.refund_key }, 'it is not known yet whether the gateway has refunded'),
  )
  return refund.id
}

/** Without keys nothing is sent, so that counts as a refusal. Without an answer the refund may have been made. */
async function ask({ gateways }: SendDeps, refund: RefundRow, payment: RefundPayment): Promise<RefundAnswer> {
  const { refund_key: key, amount_idr: amountIdr, cause } = refund
  const reason = cause ?? 'Pengembalian dana'
  try {
    const gateway = await gateways.of(payment.key_set_id)
    return await gateway.refund(payment.transaction_id ?? payment.id, { key, amountIdr, reason })
  } catch (error) {
    if (error instanceof KeyRefused || error instanceof PaymentKeysUnknown) return { outcome: 'refused', code: '401' }
    if (error instanceof GatewayUnavailable) return { outcome: 'unclear', code: null }
    throw error
  }
}

async function applyAnswer(
  deps: SendDeps,
  { id, refund_key: key, amount_idr: amountIdr }: RefundRow,
  answer: RefundAnswer,
) {
  if (answer.outcome === 'unclear') return readOutcome(deps, id)
  await transact(deps.db, async (tx) => {
    const refund = await lockRefund(tx, { id, preferred: 'asked' })
    if (refund?.state !== 'asked') return
    if (answer.outcome === 'refused') return setDueAgain(tx, id, refusal(answer.code))
    const now = deps.clock()
    const reported = { key, id: answer.gatewayId, amountIdr, at: null, confirmedAt: null }
    const given = { key, amountIdr, way: 'gateway', actor: refund.asked_by, at: now } as const
    await bookGivenBack(tx, bookedOf(refund), given)
    await recordMade(tx, refund, { reported, way: 'gateway' }, now)
  })
}

/** After this time a refund that the gateway does not list was not made. A call to the gateway ends within 10 seconds. */
const unlistedForMs = minutes(5)

/** Read at the gateway whether a refund that it was asked for was made. */
async function readOutcome({ db, gateways, clock }: SendDeps, id: string): Promise<void> {
  const payment = await paymentOfRefund(db, id)
  const gateway = await gateways.of(payment.key_set_id)
  const report = await gateway.status(payment.transaction_id ?? payment.id)
  await transact(db, async (tx) => {
    const refund = await lockRefund(tx, { id, preferred: 'asked' })
    if (refund?.state !== 'asked') return
    const now = clock()
    const isOfRefunds = report.state === 'refunded' || report.state === 'partly-refunded'
    if (isOfRefunds && isOfAttempt(payment, report)) await reconcileRefunds(tx, payment, report, now)
    const isRecent = refund.asked_at === null || refund.asked_at > earlier(now, unlistedForMs)
    if (report.state === 'unknown' || isRecent) return
    await setDueAgain(tx, id, 'Midtrans tidak mencatat pengembalian ini.')
  })
}

/** Unless it was made meanwhile. */
async function setDueAgain(tx: Tx, id: string, refused: string): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state: 'due', refused })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .execute()
}

/** By the `status_code` of the gateway's answer. */
function refusal(code: string): string {
  switch (code) {
    case '202':
      return 'Bank menolak pengembalian ini.'
    case '401':
      return 'Midtrans menolak kunci toko.'
    case '404':
      return 'Midtrans tidak mengenal pembayaran ini.'
    case '412':
      return 'Midtrans tidak bisa mengembalikan pembayaran ini, misalnya karena batas waktunya sudah lewat.'
    case '414':
      return 'Saldo Midtrans tidak cukup, atau jumlahnya tidak diterima.'
    default:
      return `Midtrans menolak pengembalian ini (kode ${code}).`
  }
}

/** After this time an administrator looks in the gateway's dashboard. */
const stuckAfterMs = hours(1)

/** It stays asked, and is listed as stuck: an administrator can record what the gateway's dashboard says. */
const markStuck = (db: Db, why: string) => db.updateTable('refunds').set({ refused: why }).where('state', '=', 'asked')

/** Until then the request that asked the gateway waits for its answer. */
const answeredWithinMs = 20_000
const maxPerRun = 50

/** Read the outcome of the refunds that the gateway was asked for and whose answer was lost. */
export async function readAskedRefunds(deps: SendDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  await markStuck(db, 'Midtrans belum memberi jawaban yang jelas selama satu jam.')
    .where(isDueSince('asked_at', stuckAfterMs, clock()))
    .where('refused', 'is', null)
    .execute()
  const asked = await db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'asked')
    .where(isDueSince('asked_at', answeredWithinMs, clock()))
    .orderBy('asked_at')
    .limit(maxPerRun)
    .execute()
  await forEachPayment(deps, { next: async () => asked.shift(), concurrency: 1, signal }, ({ id }) =>
    readOutcome(deps, id).catch(async (error: unknown) => {
      if (!(error instanceof PaymentKeysUnknown)) throw error
      await markStuck(db, 'Kunci Midtrans untuk pembayaran ini tidak diketahui.').where('id', '=', id).execute()
    }),
  )
}
