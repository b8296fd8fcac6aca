/** The seller's days of making and handing over, in orders, pages, lists and mails. */
import type { CartCosts } from '@camilan/contract/checkout'
import type { Opening } from '@camilan/contract/opening-answer'
import type { Order, OrderList } from '@camilan/contract/orders'
import type { Production } from '@camilan/contract/production'
import { weekdays } from '@camilan/contract/settings'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import type { Customer } from '../../testing/shop-client.ts'

const shop = useShop({ pages: true })
let ani: Customer
let sari: Customer
const advanceTo = (moment: string) => shop.advanceClock(Date.parse(`${moment}+07:00`) - shop.clock().getTime())

/** Mondays to Fridays. */
const workdays = weekdays.slice(0, 5)
let week = 0
/** Each test has a week of its own, because the clock only goes forward. `2027-01-04` is a Monday. */
function day(weekday: number): string {
  return new Date(Date.UTC(2027, 0, 3 + 7 * week + weekday)).toISOString().slice(0, 10)
}
beforeEach(async () => {
  await resetSettings(shop)
  await advanceTo(`${day(1)}T09:00:00`)
  ;[ani, sari] = [await shop.customer(), await shop.onlyAdmin()]
})
afterEach(() => {
  week += 3
})

const opening = async () => (await ani.ask<Opening>('GET', '/opening')).body.data
const orderFor = async (id: string) => (await sari.ask<Order>('GET', `/admin/orders/${id}`)).body.data
async function place(form: object = {}) {
  await ani.addToCart(await shop.product(), 1)
  return ani.placeOrder(form)
}

test('what is not set is not said', async () => {
  expect(await opening()).not.toHaveProperty('dispatch')
  const placed = await place()
  expect(await orderFor(placed.body.data.order_id)).toMatchObject({ wanted_on: null, handover_on: null })
  expect((await ani.ask<CartCosts>('GET', '/carts/costs')).body.data.ways[0]).not.toHaveProperty('wanted_days')
})

test('a kept page that names the cut-off is made anew at it, and at midnight', async () => {
  await setSettings(sari, { handover_days: workdays, cut_off: '14:00' })
  const product = await shop.product()
  const sentence = async () => {
    const html = await (await fetch(`${shop.origin}/products/${product.id}`)).text()
    return /Pesan sebelum [^<]*|Dikirim (besok|hari ini)/.exec(html.replaceAll('<!-- -->', ''))?.[0]
  }
  await expect.poll(sentence, { timeout: 20_000 }).toBe('Pesan sebelum 14.00 WIB, dikirim hari ini')
  expect(await opening()).toMatchObject({
    changes_at: new Date(`${day(1)}T14:00:00+07:00`).toISOString(),
    dispatch: { handover_on: day(1), before: '14:00', in_words: 'hari ini' },
  })
  await advanceTo(`${day(1)}T14:00:00`)
  await expect.poll(sentence, { timeout: 20_000 }).toBe('Dikirim besok')
  await advanceTo(`${day(2)}T00:00:00`)
  await expect.poll(sentence, { timeout: 20_000 }).toBe('Pesan sebelum 14.00 WIB, dikirim hari ini')
})

test('an order follows the days from its payment, in the list, the production and the filter', async () => {
  await setSettings(sari, { handover_days: workdays, cut_off: '14:00' })
  const { order_id } = (await place()).body.data
  expect(await orderFor(order_id)).toMatchObject({ handover_on: day(1) })
  await advanceTo(`${day(1)}T14:00:00`)
  const paid = await shop.paidOrder(ani)
  const { id } = await orderFor(paid)
  expect(await orderFor(id)).toMatchObject({ status: 'DIBAYAR', handover_on: day(2) })
  const { body } = await sari.ask<Production>('GET', '/admin/production')
  expect(body.data.map((one) => [one.day, one.orders])).toEqual([[day(2), 1]])
  const due = async (day: string) =>
    (await sari.ask<OrderList['data']>('GET', `/admin/orders?handover=${day}`)).body.data.map((order) => order.id)
  expect([await due(day(1)), await due(day(2))]).toEqual([[], [id]])
  // A holiday that is added moves what is not sent yet.
  await setSettings(sari, { holidays: [{ from: day(2), to: day(3) }] })
  expect(await orderFor(id)).toMatchObject({ handover_on: day(4) })
  expect((await due(day(4))).length).toBe(1)
})

test('a wished day is one that can be kept, and is refused otherwise, also if it could be kept a moment ago', async () => {
  expect((await place({ wanted_on: day(3) })).body).toMatchObject({ code: 'DAY_UNAVAILABLE' })
  expect(await sari.ask('PUT', '/admin/settings', { body: { version: 0, wished_days: true } })).toMatchObject({
    status: 400,
  })
  await setSettings(sari, { handover_days: workdays, cut_off: '14:00', wished_days: true })
  const costs = async () => (await ani.ask<CartCosts>('GET', '/carts/costs?city=Bogor')).body.data.ways[0]?.wanted_days
  // Sent today at the earliest, and three days on the way.
  expect((await costs())?.slice(0, 3)).toEqual([day(4), day(5), day(6)])
  const wish = (wanted_on: string) => place({ city: 'Bogor', wanted_on })
  const placed = await wish(day(4))
  expect(await orderFor(placed.body.data.order_id)).toMatchObject({ wanted_on: day(4), handover_on: day(1) })
  await advanceTo(`${day(1)}T14:00:00`)
  for (const late of [day(4), day(3), '2026-01-05', day(70)]) {
    expect(await wish(late)).toMatchObject({ status: 409, body: { code: 'DAY_UNAVAILABLE' } })
  }
  expect((await wish(day(5))).status).toBe(201)
})

test('the way of a wished day is that of the service which takes the parcel, and it is paid while it can be kept', async () => {
  await setSettings(sari, { handover_days: workdays, cut_off: '14:00', wished_days: true })
  const services = [
    { name: 'Ringan', first_kg: 5_000, further_kg: 10_000, days_min: 1, days_max: 1 },
    { name: 'Berat', first_kg: 8_000, days_min: 3, days_max: 3 },
  ]
  const { version } = (await sari.ask<{ version: number }>('GET', '/admin/zones')).body.data
  const zones = [{ name: 'Bali', places: ['51'], services }]
  expect((await sari.ask('PUT', '/admin/zones', { body: { version, zones } })).status).toBe(200)
  await advanceTo(`${day(1)}T13:30:00`)
  await ani.addToCart(await shop.product({ weight: 'KG_2' }), 1)
  const to = { place: '51.71', delivery_service: null, other_costs: 10_000, wanted_on: day(4) }
  const placed = await ani.placeOrder(to)
  expect(placed).toMatchObject({ status: 201 })
  expect(await orderFor(placed.body.data.order_id)).toMatchObject({
    handover_on: day(1),
    transaction: { order_expires_at: new Date(`${day(1)}T14:00:00+07:00`).toISOString() },
  })
})

test('a second payment of an order does not move its day', async () => {
  await setSettings(sari, { handover_days: workdays })
  const id = await shop.paidOrder(ani)
  const paid_at = new Date(`${day(3)}T09:00:00+07:00`)
  await sql`
    insert into payment_attempts (id, order_id, number, amount, created_at, expires_at, status, pays_order, paid_at)
    select ${id} || '-2', order_id, 2, amount, created_at, expires_at, status, false, ${paid_at}
    from payment_attempts where order_id = ${id}`.execute(shop.db)
  const due = (await sari.ask<OrderList['data']>('GET', `/admin/orders?handover=${day(1)}`)).body.data
  await sql`delete from payment_attempts where order_id = ${id} and number = 2`.execute(shop.db)
  expect(due.map((order) => order.id)).toContain(id)
})

test('the cap counts by day of making where such days are set, also for a wished day', async () => {
  const cap = { orders: 1, pieces: null }
  await setSettings(sari, { daily_cap: cap, making_days: ['1', '3'], handover_days: workdays })
  expect((await place()).status).toBe(201)
  expect(await place()).toMatchObject({
    status: 409,
    body: { code: 'CAP_REACHED', data: { opens_at: new Date(`${day(2)}T00:00:00+07:00`).toISOString() } },
  })
  await setSettings(sari, { wished_days: true })
  const { ways } = (await ani.ask<CartCosts>('GET', '/carts/costs?city=Bogor')).body.data
  // What is handed over on Wednesday can be made on Wednesday.
  expect(ways[0]?.wanted_days?.[0]).toBe(day(6))
  expect((await ani.placeOrder({ city: 'Bogor', wanted_on: day(5) })).body).toMatchObject({ code: 'DAY_UNAVAILABLE' })
  expect((await ani.placeOrder({ city: 'Bogor', wanted_on: day(6) })).status).toBe(201)
  await advanceTo(`${day(2)}T00:30:00`)
  await setSettings(sari, { wished_days: false })
  expect((await place()).body).toMatchObject({ code: 'CAP_REACHED' })
})
