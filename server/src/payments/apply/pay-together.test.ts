import { emptyReport, type PaymentReport } from '@camilan/midtrans/wire'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { lockOrder, transitionOrder } from '../../orders/change/transition-order.ts'
import { isTemporaryDbFailure } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { statementsOf } from '../../testing/statements.ts'
import { applyReport } from './apply-report.ts'
import { whenUnpaid } from './ask-about.ts'

const shop = useShop()
let ani: Customer
let admin: Customer
let ids: string[]

beforeEach(async () => {
  ani = await shop.customer()
  admin = await shop.onlyAdmin()
  const nastar = await shop.product({ price: 40_000, stock: 100 })
  ids = []
  while (ids.length < 5) ids.push(await ani.buy(nastar))
})

const reportOf = (attemptId: string, overrides: Partial<PaymentReport> = {}): PaymentReport => ({
  ...emptyReport,
  state: 'settled',
  gatewayState: 'settlement',
  orderId: attemptId,
  amount: 46_000,
  currency: 'IDR',
  transactionId: `t-${attemptId}`,
  paymentType: 'bank_transfer',
  vaNumber: `88${attemptId.replaceAll(/\D/g, '')}`,
  settledAt: shop.clock(),
  ...overrides,
})

const settle = (attemptId: string, overrides?: Partial<PaymentReport>) =>
  applyReport(shop.payments, { attemptId, report: reportOf(attemptId, overrides), ...whenUnpaid })

const statuses = () => Promise.all(ids.map(async (id) => (await ani.order(id)).status))

test('payments that arrive together are one transaction; each order has its own payment, history and notices', async () => {
  const events = shop.orderEventsOf(ani)
  const texts = await statementsOf(async () => {
    expect(await Promise.all(ids.map((id) => settle(id)))).toEqual(Array(5).fill('pay'))
  })
  expect(texts.filter((text) => text === 'begin')).toHaveLength(1)
  for (const id of ids) {
    const { vaNumber, transactionId } = reportOf(id)
    expect(await ani.order(id)).toMatchObject({
      status: 'DIBAYAR',
      transaction: { status: 'SUKSES', va_number: vaNumber, paid_at: shop.clock().toISOString() },
      history: [{ status: 'DIPROSES' }, { status: 'DIBAYAR', actor: 'gateway' }],
    })
    const attempt = shop.db.selectFrom('payment_attempts').selectAll().where('id', '=', id)
    expect(await attempt.executeTakeFirst()).toMatchObject({ transaction_id: transactionId, received_amount: null })
    expect((await ani.messages(id)).filter((message) => message.includes('sudah kami terima'))).toHaveLength(1)
    expect((await admin.messages(id)).filter((message) => message.includes('sudah dibayar'))).toHaveLength(1)
  }
  expect(events.map(({ order_id }) => order_id).sort()).toEqual([...ids].sort())
})

test('a report that arrives twice at the same moment pays once', async () => {
  const [id = ''] = ids
  expect((await Promise.all([settle(id), settle(id), settle(id)])).sort()).toEqual(['ignore', 'ignore', 'pay'])
  expect((await ani.order(id)).history).toHaveLength(2)
})

test('a payment of another amount pays nothing, and the others of the same moment are paid', async () => {
  const [differing = '', ...others] = ids
  const outcomes = Promise.all([settle(differing, { amount: 45_999 }), ...others.map((id) => settle(id))])
  expect(await outcomes).toEqual(['mismatch', 'pay', 'pay', 'pay', 'pay'])
  expect(await statuses()).toEqual(['DIPROSES', 'DIBAYAR', 'DIBAYAR', 'DIBAYAR', 'DIBAYAR'])
})

test('a payment waits for the cancellation of its order and becomes a refund, and the others do not wait for it', async () => {
  const [locked = '', ...others] = ids
  let waiting: Promise<unknown> | undefined
  await transact(shop.db, async (tx) => {
    const order = await lockOrder(tx, locked)
    if (order) await transitionOrder(tx, 'customer', { order, status: 'DIBATALKAN' }, shop.clock())
    const texts = await statementsOf(async () => {
      waiting = settle(locked)
      expect(await Promise.all(others.map((id) => settle(id)))).toEqual(Array(4).fill('pay'))
    })
    expect(texts.filter((text) => text === 'begin').length, 'all together, and one that waits').toBeLessThanOrEqual(2)
    expect(await statuses()).toEqual(['DIPROSES', 'DIBAYAR', 'DIBAYAR', 'DIBAYAR', 'DIBAYAR'])
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  })
  expect(await waiting).toBe('refund')
  expect((await ani.order(locked)).status).toBe('DIBATALKAN')
})

test('a write that the database refuses for one order is an error for that order alone', async () => {
  const [refused = '', ...others] = ids
  await sql`alter table order_history add constraint one_refused check (order_id <> ${sql.lit(refused)} or actor <> 'gateway')`.execute(
    shop.db,
  )
  try {
    const results = await Promise.allSettled([settle(refused), ...others.map((id) => settle(id))])
    expect(results.map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')])
    expect(await statuses()).toEqual(['DIPROSES', 'DIBAYAR', 'DIBAYAR', 'DIBAYAR', 'DIBAYAR'])
  } finally {
    await sql`alter table order_history drop constraint one_refused`.execute(shop.db)
  }
  expect(await settle(refused)).toBe('pay')
})

test('all reports fail when the connection is lost, and none is applied alone, because the outcome is unknown', async () => {
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('lock table order_history in share mode')
    const outcomes = Promise.allSettled(ids.map((id) => settle(id)))
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    await other.query('commit')
    const failed = (await outcomes).map(
      (outcome) => outcome.status === 'rejected' && isTemporaryDbFailure(outcome.reason),
    )
    expect(failed).toEqual(Array(5).fill(true))
  })
  expect(await statuses()).toEqual(Array(5).fill('DIPROSES'))
  expect(await Promise.all(ids.map((id) => settle(id)))).toEqual(Array(5).fill('pay'))
})

test('one of two simultaneous payments of an order pays it, and the other becomes a refund due', async () => {
  const [id = '', ...others] = ids
  await settle(id, { state: 'denied', settledAt: null })
  expect((await ani.openPayment(id)).status).toBe(200)
  // The first is paid together with the others, and the second finds its order paid.
  const texts = await statementsOf(async () => {
    const outcomes = await Promise.all([settle(`${id}-2`), settle(id), ...others.map((other) => settle(other))])
    expect(outcomes).toEqual(['pay', 'refund', 'pay', 'pay', 'pay', 'pay'])
  })
  expect(texts.filter((text) => text === 'begin')).toHaveLength(2)
  expect(await statuses()).toEqual(Array(5).fill('DIBAYAR'))
  expect((await admin.messages(id)).filter((message) => message.includes('pengembalian dana'))).toHaveLength(1)
})

test('an order that is paid or cancelled already is not paid', async () => {
  const [paid = '', cancelled = '', ...others] = ids
  await settle(paid)
  await ani.setStatus(cancelled, 'DIBATALKAN')
  expect(await Promise.all(ids.map((id) => settle(id)))).toEqual(['ignore', 'refund', 'pay', 'pay', 'pay'])
  expect(await statuses()).toEqual(['DIBAYAR', 'DIBATALKAN', ...others.map(() => 'DIBAYAR')])
})

test('a payment for whose order another page is open is applied alone, and closes that page', async () => {
  const [id = '', ...others] = ids
  await settle(id, { state: 'denied', settledAt: null })
  expect((await ani.openPayment(id)).status).toBe(200)
  expect(await Promise.all([settle(id), ...others.map((other) => settle(other))])).toEqual(Array(5).fill('pay'))
  const second = shop.db.selectFrom('payment_attempts').select('status').where('id', '=', `${id}-2`)
  expect(await second.executeTakeFirst()).toEqual({ status: 'DIBATALKAN' })
})
