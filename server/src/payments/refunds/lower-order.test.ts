import type { AuditEntry } from '@camilan/contract/audit'
import { dueByLowering } from '@camilan/contract/order-values'
import type { OrderDetail } from '@camilan/contract/orders'
import type { Refund } from '@camilan/contract/refunds'
import type { Dashboard } from '@camilan/contract/reports'
import { beforeEach, expect, test } from 'vitest'
import { lockOrder } from '../../orders/change/transition-order.ts'
import { applyOrderChanges } from '../../orders/export/apply-order-changes.ts'
import { minutes } from '../../platform/clock.ts'
import { transact } from '../../platform/db/transact.ts'
import { queriesWaiting, whileReadOnly } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useEach } from '../../testing/use-each.ts'
import { useOpened } from '../../testing/use-opened.ts'

const shop = useShop()
/** Three jars of Rp 40.000 and one of Rp 10.000, with both fees Rp 136.000. */
let id: string

const ani = useOpened(() => shop.customer({ name: 'Ani' }))
const admin = useOpened(() => shop.admin())
const nastar = useEach(() => shop.product({ name: 'Nastar', price: 40_000, stock: 10 }))
const lidah = useEach(() => shop.product({ name: 'Lidah Kucing', price: 10_000, stock: 10 }))

beforeEach(async () => {
  await ani.addToCart(nastar, 3)
  await shop.advanceClock(1_000)
  id = await ani.buy(lidah, 1)
  await shop.sandbox.pay(id)
  await shop.sandbox.webhookStatuses(id)
})

type Remaining = [product: { id: string }, quantity: number]
const lower = (remaining: Remaining[], rest: object = {}) =>
  admin.ask<OrderDetail>('POST', `/admin/orders/${id}/lower`, {
    body: { items: remaining.map(([product, quantity]) => ({ product_id: product.id, quantity })), ...rest },
  })
const ship = () => admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM' } })
const cancel = () => admin.ask('POST', `/admin/orders/${id}/cancel`, { body: {} })
const due = async () =>
  (await admin.ask<Refund[]>('GET', '/admin/refunds')).body.data
    .filter(({ order_id }) => order_id === id)
    .map(({ amount }) => amount)
    .sort((a, b) => a - b)
const taken = async () =>
  Object.fromEntries((await ani.order(id)).order_items.map((item) => [item.product.name, item.taken_quantity]))
const returns = () =>
  shop.db
    .selectFrom('stock_movements')
    .select(['product_id', 'quantity'])
    .where('order_id', '=', id)
    .where('quantity', '>', 0)
    .execute()

test('a lowered line: its price is due, its stock returns once, its order stays as ordered, its buyer is told', async () => {
  const before = (await admin.ask<Dashboard>('GET', '/admin/dashboard')).body.data
  const answer = await lower([[nastar, 2]], { reason: ' Stok habis ' })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      data: {
        status: 'DIBAYAR',
        total_price: 136_000,
        order_items: [
          { quantity: 3, taken_quantity: 1, price: 120_000 },
          { quantity: 1, taken_quantity: 0, price: 10_000 },
        ],
        refunds: [{ amount: 40_000, reason: 'PART', state: 'due', cause: '1 dari 3 Nastar tidak dikirim. Stok habis' }],
      },
    },
  })
  expect(await shop.stockOf(nastar)).toBe(8)
  expect(await returns()).toEqual([{ product_id: nastar.id, quantity: 1 }])
  expect(await ani.messages(id)).toContain(
    `Pesanan #${id}: 1 dari 3 Nastar tidak dikirim. Alasan: Stok habis. Dana Anda sebesar Rp\u00a040.000 akan kami kembalikan.`,
  )
  const { data } = (await admin.ask<AuditEntry[]>('GET', `/admin/orders/${id}/audit`)).body
  expect(data[0]?.changes).toEqual([
    { field: 'taken', before: null, after: '1 dari 3 Nastar' },
    { field: 'refund_due', before: null, after: 40_000 },
    { field: 'refund_cause', before: null, after: 'Stok habis' },
  ])
  const sold = ({ best_sellers }: Dashboard) => best_sellers.find(({ product_id }) => product_id === nastar.id)
  for (const apply of [false, true]) {
    if (apply) await applyOrderChanges(shop.db)
    const after = (await admin.ask<Dashboard>('GET', '/admin/dashboard')).body.data
    expect([sold(before)?.quantity, sold(after)?.quantity, sold(after)?.revenue]).toEqual([3, 2, 80_000])
    expect(after.revenue).toBe(before.revenue)
  }
})

test('of many lines the message to the buyer names five', async () => {
  const many = await Promise.all(Array.from({ length: 7 }, (_, nth) => shop.product({ name: `Kue ${nth}` })))
  for (const product of many) await ani.addToCart(product, 2)
  id = await shop.paidOrder(ani)
  await lower(many.map((product) => [product, 1]))
  const [message] = (await ani.messages(id)).filter((text) => text.includes('tidak dikirim'))
  expect(message).toMatch(/(1 dari 2 Kue \d, ){5}2 produk lain tidak dikirim\./)
})

test('a second call that says the same does nothing, and one that says less lowers it further', async () => {
  for (let times = 0; times < 2; times += 1) expect((await lower([[nastar, 2]])).status).toBe(200)
  expect([await due(), await shop.stockOf(nastar)]).toEqual([[40_000], 8])
  await lower([
    [nastar, 1],
    [lidah, 0],
  ])
  expect([await due(), await taken()]).toEqual([[40_000, 50_000], { Nastar: 2, 'Lidah Kucing': 1 }])
  expect(await shop.stockOf(nastar)).toBe(9)
  expect(await ani.messages(id)).toContainEqual(
    expect.stringContaining('2 dari 3 Nastar, 1 dari 1 Lidah Kucing tidak dikirim'),
  )
  expect(await lower([[nastar, 2]])).toMatchObject({
    status: 409,
    body: { errors: 'Nastar di pesanan ini tinggal 1, dan tidak bisa ditambah lagi.' },
  })
})

test('what is taken out can stay out of the stock; a cancellation returns only what was left', async () => {
  await lower([[nastar, 2]], { return_stock: false })
  expect(await shop.stockOf(nastar)).toBe(7)
  await lower([[nastar, 1]])
  expect(await shop.stockOf(nastar)).toBe(8)
  expect((await cancel()).status).toBe(200)
  expect([await shop.stockOf(nastar), await shop.stockOf(lidah)]).toEqual([9, 10])
  expect(await due()).toEqual([40_000, 40_000, 56_000])
})

test('of an order with a discount what the pieces had cost the buyer is due, to the rupiah', async () => {
  const items = [
    { product_id: nastar.id, quantity: 3 },
    { product_id: lidah.id, quantity: 1 },
  ]
  const body = { name: 'Bu Rina', phone: '081234567890', items, discount: 65_001, discount_reason: 'Pelanggan lama' }
  const entered = await admin.ask<{ order_id: string }>('POST', '/admin/orders', { body })
  id = entered.body.data.order_id
  const cash = { way: 'cash', amount: 66_999, day: '2026-11-20' }
  expect((await admin.ask('POST', `/admin/orders/${id}/hand-payment`, { body: cash })).status).toBe(200)
  await lower([[nastar, 2]])
  expect(await due(), '40.000 less a third of the 60.001 of its line').toEqual([20_000])
  await lower([[nastar, 0]])
  expect(await due(), 'together 120.000 less 60.001').toEqual([20_000, 39_999])
  const withdraw = () => admin.ask('POST', `/admin/refunds/${id}-2/withdraw`)
  expect((await withdraw()).status).toBe(409)
  await cancel()
  expect(await due(), 'all that she had paid').toEqual([7_000, 20_000, 39_999])
})

test('a discount of more than the goods leaves nothing to give back for them', async () => {
  const items = [{ product_id: nastar.id, quantity: 2 }]
  const body = { name: 'Bu Rina', phone: '081234567890', items, discount: 81_000, discount_reason: 'Ulang tahun' }
  id = (await admin.ask<{ order_id: string }>('POST', '/admin/orders', { body })).body.data.order_id
  const cash = { way: 'cash', amount: 1_000, day: '2026-11-20' }
  await admin.ask('POST', `/admin/orders/${id}/hand-payment`, { body: cash })
  expect((await lower([[nastar, 1]])).status).toBe(200)
  expect(await due()).toEqual([])
})

test('never more is due than what was left of the payment', async () => {
  const part = { amount: 110_000, reason: 'Pecah' }
  await admin.ask('POST', `/admin/orders/${id}/refunds`, { body: part })
  await shop.advanceClock(minutes(1))
  await lower([[nastar, 2]])
  await lower([[nastar, 1]])
  expect(await due()).toEqual([26_000, 110_000])
  expect(await ani.messages(id)).toContain(`Pesanan #${id}: 2 dari 3 Nastar tidak dikirim.`)
})

test.each([
  { beside: 'nothing', more: 0, allowance: 0 },
  { beside: 'a surplus, which is due anyway', more: 50_000, allowance: 0 },
  { beside: 'an allowance, which leaves less to give back', more: 0, allowance: 90_000 },
])('its balance tells what a lowering will make due, beside $beside', async ({ more, allowance }) => {
  const items = [{ product_id: nastar.id, quantity: 3 }]
  const body = { name: 'Bu Rina', phone: '081234567890', items }
  id = (await admin.ask<{ order_id: string }>('POST', '/admin/orders', { body })).body.data.order_id
  const cash = { way: 'cash', amount: 122_000 + more, day: '2026-11-20' }
  expect((await admin.ask('POST', `/admin/orders/${id}/hand-payment`, { body: cash })).status).toBe(200)
  if (allowance > 0) {
    await admin.ask('POST', `/admin/orders/${id}/refunds`, { body: { amount: allowance, reason: 'Pecah' } })
  }
  const balance = async () => (await admin.ask<OrderDetail>('GET', `/admin/orders/${id}`)).body.data.balance
  const before = await balance()
  await lower([[nastar, 1]])
  const told = before && dueByLowering(before, 80_000)
  expect(told).toBe(((await balance())?.due ?? 0) - (before?.due ?? 0))
  expect(told).toBe(Math.min(80_000, 122_000 - allowance))
})

test('the refund of what was taken out is not withdrawn, one beside it is', async () => {
  await lower([[nastar, 2]])
  const withdraw = () => admin.ask('POST', `/admin/refunds/${id}/withdraw`)
  expect((await withdraw()).status).toBe(409)
  await admin.ask('POST', `/admin/orders/${id}/refunds`, { body: { amount: 40_000, reason: 'Pecah' } })
  expect((await withdraw()).status).toBe(200)
  expect(await due()).toEqual([40_000])
  expect((await withdraw()).status).toBe(409)
})

test('refused: everything at once or in the end, another product, and an order that is not paid or is shipped', async () => {
  const all = { status: 400, body: { errors: expect.stringContaining('batalkan pesanan ini') } }
  expect(
    await lower([
      [nastar, 0],
      [lidah, 0],
    ]),
  ).toMatchObject(all)
  await lower([[nastar, 0]])
  expect(await lower([[lidah, 0]])).toMatchObject(all)
  const other = await shop.product()
  expect((await lower([[other, 0]])).status).toBe(400)
  for (const items of [[], [{ product_id: nastar.id, quantity: -1 }], [{ product_id: 7, quantity: 1 }], 'x']) {
    const answer = await admin.ask('POST', `/admin/orders/${id}/lower`, { body: { items } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  }
  expect(await taken()).toEqual({ Nastar: 3, 'Lidah Kucing': 0 })
  await ship()
  const late = { status: 409, body: { code: 'INVALID_TRANSITION' } }
  expect(await lower([[lidah, 0]])).toMatchObject(late)
  id = await ani.buy(nastar, 2)
  expect(await lower([[nastar, 1]])).toMatchObject(late)
})

test('two devices at once: the same line is lowered once, other lines both, and never all of them', async () => {
  await Promise.all([lower([[nastar, 1]]), lower([[nastar, 1]])])
  expect([await due(), await shop.stockOf(nastar)]).toEqual([[80_000], 9])
  const answers = await whileReadOnly(shop.pool, 'order_items', [() => lower([[nastar, 0]]), () => lower([[lidah, 0]])])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test.each([
  ['shipped', 'after', ship, [200, 200]],
  ['shipped', 'before', ship, [200, 409]],
  ['cancelled', 'after', cancel, [200, 200]],
  ['cancelled', 'before', cancel, [200, 409]],
] as const)('an order that is %s %s it is lowered, while both wait for it', async (_, when, act, statuses) => {
  const both = [() => lower([[nastar, 1]]), act]
  const acts = when === 'after' ? both : both.reverse()
  const answers: ReturnType<typeof ship>[] = []
  await transact(shop.db, async (tx) => {
    await lockOrder(tx, id)
    for (const [index, one] of acts.entries()) {
      answers.push(one())
      await expect.poll(() => queriesWaiting(shop.pool)).toBe(index + 1)
    }
  })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(statuses)
  expect((await taken()).Nastar).toBe(when === 'after' ? 2 : 0)
})
