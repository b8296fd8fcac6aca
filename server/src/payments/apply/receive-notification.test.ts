import { beforeEach, describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { signedNotification } from '../../testing/gateway-notification.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useEach } from '../../testing/use-each.ts'

const shop = useShop()
let id: string

const ani = useEach(() => shop.customer())
const admin = useEach(() => shop.onlyAdmin())

beforeEach(async () => {
  const nastar = await shop.product({ price: 40_000, stock: 10 })
  id = await ani.buy(nastar)
})

const statusNow = async () => (await ani.order(id)).status

const notification = (overrides: Record<string, string> = {}) =>
  signedNotification(shop.serverKey, { order_id: id, ...overrides })
const send = (body: unknown) => shop.ask('POST', '/payments/notification', { body })

test('a settled payment makes the order DIBAYAR, with its VA number and the time of payment', async () => {
  await shop.sandbox.charge(id)
  await shop.sandbox.webhookStatuses(id)
  const pending = await ani.order(id)
  expect(pending).toMatchObject({
    status: 'DIPROSES',
    transaction: { status: 'PENDING', payment_type: 'bank_transfer' },
  })
  expect(pending.transaction.va_number).toMatch(/^\d{23}$/)
  await shop.sandbox.pay(id)
  expect(await shop.sandbox.webhookStatuses(id)).toEqual([200, 200])
  const at = shop.clock().toISOString()
  expect(await ani.order(id)).toMatchObject({
    status: 'DIBAYAR',
    transaction: { ...pending.transaction, status: 'SUKSES', paid_at: at, is_settled: true },
    history: [{ status: 'DIPROSES' }, { status: 'DIBAYAR', actor: 'gateway', at }],
  })
})

test.each([
  ['without a signature', { signature_key: '' }],
  ['with a wrong signature', { signature_key: 'a'.repeat(128) }],
  ['whose amount was altered', { gross_amount: '1.00' }],
  ['whose code was altered', { status_code: '201' }],
])('a notification %s is refused', async (_how, altered) => {
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.pay(id)
  expect(await send({ ...notification(), ...altered })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await statusNow()).toBe('DIPROSES')
})

test('a forged notification causes no call to the gateway', async () => {
  await send({ ...notification(), signature_key: 'a'.repeat(128) })
  expect(shop.sandbox.countCalls('GET', `/v2/${id}/status`)).toBe(0)
})

test('fields that the signature does not cover are trusted only from GET status', async () => {
  await shop.sandbox.charge(id)
  await shop.sandbox.webhookStatuses(id)
  // Several statuses share a status_code, so a changed transaction_status still has a valid signature.
  for (const transaction_status of ['settlement', 'capture', 'expire', 'cancel', 'deny', 'refund']) {
    for (const status_code of ['200', '202']) {
      expect((await send(notification({ transaction_status, status_code }))).status).toBe(200)
    }
  }
  expect(await statusNow()).toBe('DIPROSES')
  expect((await ani.order(id)).transaction.status).toBe('PENDING')
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.pay(id)
  await send(notification({ transaction_status: 'cancel' }))
  expect(await statusNow()).toBe('DIBAYAR')
})

test('a correctly signed notification of an unknown order is accepted and ignored', async () => {
  for (const order_id of ['LAIN-1', `${id}-2`, "'", '\0', 'a'.repeat(200)]) {
    expect((await send(notification({ order_id }))).status).toBe(200)
  }
})

describe('a notification of a payment that only the gateway knows', () => {
  let lost: string
  beforeEach(async () => {
    lost = `${id}-LOST`
    const response = await fetch(`${shop.sandbox.origin}/snap/v1/transactions`, {
      method: 'POST',
      headers: { authorization: shop.sandbox.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        transaction_details: { order_id: lost, gross_amount: 46_000 },
        enabled_payments: ['bca_va'],
      }),
    })
    expect(response.status).toBe(201)
    await shop.sandbox.setFaults({ webhook: 'drop' })
  })
  const recorded = () => shop.db.selectFrom('unmatched_payments').selectAll().where('id', '=', lost).execute()
  const notified = async () => (await admin.messages(null)).filter((message) => message.includes(`#${lost}`))

  test('is recorded, and the administrators are notified once for each state', async () => {
    await shop.sandbox.charge(lost)
    for (let i = 0; i < 3; i += 1) expect((await send(notification({ order_id: lost }))).status).toBe(200)
    expect(await recorded()).toMatchObject([{ gateway_state: 'pending', amount: 46_000 }])
    expect(await notified()).toEqual([expect.stringContaining('Status: pending.')])
    await shop.sandbox.pay(lost)
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(notification({ order_id: lost }))))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await recorded()).toMatchObject([{ gateway_state: 'settlement', amount: 46_000 }])
    expect(await notified()).toHaveLength(2)
    expect(await notified()).toContainEqual(expect.stringContaining('Rp\u00a046.000 untuk pesanan'))
  })

  test('is only recorded if no money will arrive', async () => {
    await shop.sandbox.charge(lost)
    await shop.sandbox.deny(lost)
    expect((await send(notification({ order_id: lost }))).status).toBe(200)
    expect([(await recorded()).length, (await notified()).length]).toEqual([1, 0])
  })

  test('is refused with 503 while GET status fails, so that it is sent again', async () => {
    await shop.sandbox.pay(lost)
    await shop.sandbox.setFaults({ status: 'error' })
    expect((await send(notification({ order_id: lost }))).status).toBe(503)
    expect(await recorded()).toEqual([])
  })
})

test.each([
  ['empty', undefined],
  ['a text', 'settlement'],
  ['a list', []],
  ['made of numbers', { order_id: 1, status_code: 200, gross_amount: 46_000, signature_key: 1, transaction_status: 1 }],
  ['without an order', { status_code: '200' }],
  [
    'longer than any of the gateway',
    {
      order_id: 'a'.repeat(201),
      status_code: '200',
      gross_amount: '1.00',
      signature_key: '',
      transaction_status: 'settlement',
    },
  ],
  [
    'made of lists',
    { order_id: ['a'], status_code: ['200'], gross_amount: [], signature_key: {}, transaction_status: [] },
  ],
])('a notification that is %s is refused', async (_what, body) => {
  expect(await send(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
})

describe.each(['error', 'bad-json', 'lost-reply'] as const)('while GET status answers %s', (fault) => {
  test('the notification is refused with 503, and its repetition pays the order', async () => {
    await shop.sandbox.setFaults({ status: fault })
    await shop.sandbox.pay(id)
    expect(await shop.sandbox.webhookStatuses(id)).toEqual([503, 503])
    expect(await statusNow()).toBe('DIPROSES')
    await shop.sandbox.reset()
    await shop.advanceClock(2 * 60_000)
    const delivered = () =>
      shop.sandbox.notifications(id).then((all) => all.every(({ state }) => state === 'delivered'))
    await expect.poll(delivered).toBe(true)
    expect(await statusNow()).toBe('DIBAYAR')
  })
})

test('a notification of a payment that GET status does not know yet is refused with 503, so that it is sent again', async () => {
  expect(await send(notification())).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
})

test('a failure of the shop is also answered with 503, because Midtrans gives up sooner after 500', async () => {
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.pay(id)
  await shop.db.schema.alterTable('order_history').renameTo('lost').execute()
  expect(await send(notification())).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  await shop.db.schema.alterTable('lost').renameTo('order_history').execute()
  expect(await statusNow()).toBe('DIPROSES')
  expect((await send(notification())).status).toBe(200)
  expect(await statusNow()).toBe('DIBAYAR')
})

const words = ['pending', 'settlement', 'expire', 'cancel', 'deny']

describe('notifications of every kind, in any order', () => {
  const orders = permutations(words).filter((_order, i) => i % 10 === 0)

  test.each([
    ['settled', 'DIBAYAR', 'SUKSES', () => shop.sandbox.pay(id)],
    ['denied', 'DIPROSES', 'GAGAL', () => shop.sandbox.charge(id).then(() => shop.sandbox.deny(id))],
    ['expired', 'DIBATALKAN', 'KADALUARSA', () => shop.sandbox.charge(id).then(() => shop.advanceClock(days(1)))],
  ] as const)('have the same result when the payment is %s', async (_state, order, transaction, act) => {
    await shop.sandbox.setFaults({ webhook: 'drop' })
    await act()
    for (const words of orders) {
      for (const word of words) await send(notification({ transaction_status: word, status_code: codeOf(word) }))
      expect(await ani.order(id)).toMatchObject({ status: order, transaction: { status: transaction } })
    }
    expect(await ani.messages(id)).toHaveLength(order === 'DIPROSES' ? 1 : 2)
  })
})

const codeOf = (state: string) => ({ pending: '201', settlement: '200' })[state] ?? '202'

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length <= 1) return [items]
  return items.flatMap((first, i) => permutations(items.toSpliced(i, 1)).map((rest) => [first, ...rest]))
}
