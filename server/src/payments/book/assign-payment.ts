import { emptyReport, type PaymentReport } from '@camilan/midtrans/wire'
import type { Selectable } from 'kysely'
import { type LockedOrder, lockOrder } from '../../orders/change/transition-order.ts'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { UnmatchedPayments } from '../../platform/db/db-types.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm, NotFound } from '../../platform/errors.ts'
import { closeUnwanted } from '../apply/apply-report.ts'
import { isRupiah } from '../apply/record-payment.ts'
import { type Closable, writeOutcome } from '../apply/write-outcome.ts'
import { attemptsOfOrder } from '../attempts/queries.ts'
import type { PaymentDeps } from '../deps.ts'
import { NotPossible } from '../errors.ts'
import { timesUnassigned } from './entries.ts'
import { isWithMoney } from './matters.ts'

interface Assignment {
  /** The payment's id at the gateway. */
  id: string
  orderId: string
  note: string
}

type Unmatched = Selectable<UnmatchedPayments>

/**
 * An administrator says to which order a payment belongs that the shop could not match. It becomes a payment of that order, so
 * that the balance follows and the gateway's later news of it is applied: it pays an unpaid order of the same total, and else is
 * owed to the buyer by what exceeds the rest. A second call changes nothing.
 * @throws {NotFound} there is no such payment with money
 * @throws {InvalidForm} there is no such order, or the gateway named no amount in rupiah
 * @throws {NotPossible} it belongs to another order already
 */
export async function assignPayment(
  deps: PaymentDeps,
  by: Administrator,
  { id, note, ...named }: Assignment,
): Promise<void> {
  const { db, clock, gateways } = deps
  const now = clock()
  const orderId = named.orderId.trim().replace(/^#/, '').toUpperCase()
  const keySetId = gateways.current()?.keySetId ?? null
  const toClose: Closable[] = []
  await transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const payment = await lockUnmatched(tx, id)
    if (!order) throw new InvalidForm({ order_id: 'Tidak ada pesanan dengan nomor ini.' })
    const known = await assignedTo(tx, id)
    if (known === orderId) return
    if (known !== undefined) throw new NotPossible(`Pembayaran ini sudah dicatat untuk pesanan #${known}.`)
    const { total, report } = await insertAssigned(tx, { payment, order, keySetId }, now)
    const attempts = await attemptsOfOrder(tx, orderId)
    const attempt = attempts.find((one) => one.id === id)
    if (!attempt) throw new Error(`no attempt ${id}`)
    const pays = order.status === 'DIPROSES' && report.amount === total
    const booking = { actor: by.id, note, booked_at: now, times: await timesUnassigned(tx, id) }
    const reported = { order, attempt, attempts, report, booking, toClose }
    await writeOutcome(tx, pays ? ['pay-order'] : ['receive', 'promise'], reported, now)
    const changes = [
      { field: 'payment_assigned', before: null, after: id },
      { field: 'note', before: null, after: note },
    ]
    await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'changed', changes }, now)
  })
  await closeUnwanted(deps, toClose)
}

/** The order to which a payment belongs now. */
export async function assignedTo(db: Db, id: string): Promise<string | undefined> {
  const attempts = db.selectFrom('payment_attempts').select('order_id').where('id', '=', id)
  return (await attempts.where('unassigned_at', 'is', null).executeTakeFirst())?.order_id
}

async function lockUnmatched(tx: Tx, id: string): Promise<Unmatched & { amount: number }> {
  const payment = await tx
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!payment || !isWithMoney(payment.gateway_state)) throw new NotFound()
  const { amount } = payment
  if (amount === null || amount <= 0 || !isRupiah(payment)) {
    throw new InvalidForm({ order_id: 'Jumlah pembayaran ini tidak diketahui. Periksa di dasbor Midtrans.' })
  }
  return { ...payment, amount }
}

/**
 * Write it as an ended attempt of the order, whose money the caller then has arrive late. One that was assigned to another
 * order before is moved.
 */
async function insertAssigned(
  tx: Tx,
  assigned: { payment: Unmatched & { amount: number }; order: LockedOrder; keySetId: string | null },
  now: Date,
): Promise<{ total: number; report: PaymentReport }> {
  const { payment, order, keySetId } = assigned
  const { id, transaction_id, va_number, gateway_state, amount } = payment
  const { total_price: total, number } = await tx
    .selectFrom('orders')
    .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.id')
    .select(({ fn }) => ['total_price', fn.max('number').as('number')])
    .where('orders.id', '=', order.id)
    .groupBy('orders.id')
    .executeTakeFirstOrThrow()
  const moved = { order_id: order.id, number: number + 1, amount: total, expires_at: now, unassigned_at: null }
  await tx
    .insertInto('payment_attempts')
    .values({ id, ...moved, status: 'GAGAL', key_set_id: keySetId, transaction_id, va_number, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(moved))
    .execute()
  const details = { orderId: id, amount, transactionId: transaction_id, vaNumber: va_number }
  return { total, report: { ...emptyReport, state: 'settled', gatewayState: gateway_state, ...details } }
}
