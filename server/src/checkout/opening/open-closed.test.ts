import type { AdminOpening, Opening } from '@camilan/contract/opening-answer'
import type { AdminSettings } from '@camilan/contract/settings'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import { useEach } from '../../testing/use-each.ts'

/** Its clock begins on a Friday, 2026-11-20 10:00 in Jakarta. */
const shop = useShop()
const ani = useEach(() => shop.customer())
const sari = useEach(() => shop.admin())
afterEach(() => resetSettings(shop))

const day = 'T00:00:00+07:00'
const inJakarta = (text: string) => new Date(`${text}+07:00`).toISOString()
const advanceTo = (moment: string) => shop.advanceClock(Date.parse(inJakarta(moment)) - shop.clock().getTime())
/** The Jakarta day that is `count` days after the present one. */
const dayIn = (count: number) => new Date(shop.clock().getTime() + hours(7) + days(count)).toISOString().slice(0, 10)
const startOf = (jakartaDay: string) => new Date(`${jakartaDay}${day}`).toISOString()
const close = (sentence = '', reopens_on: string | null = null) =>
  sari.ask<AdminOpening>('POST', '/admin/opening/close', { body: { sentence, reopens_on } })
const reopen = () => sari.ask<AdminOpening>('POST', '/admin/opening/reopen')
const opening = async () => (await shop.ask<Opening>('GET', '/opening')).body.data
const left = async () => (await sari.ask<AdminOpening>('GET', '/admin/opening')).body.data.left

async function order(buyer = ani, quantity = 1) {
  await buyer.addToCart(await shop.product(), quantity)
  return buyer.placeOrder()
}

describe('a closed shop', () => {
  test('refuses orders with its sentence, keeps the cart, and opens by itself when its day begins', async () => {
    const reopensOn = dayIn(3)
    expect(await close('Libur Lebaran', reopensOn)).toMatchObject({
      status: 200,
      body: { message: 'Toko ditutup', data: { closed: { sentence: 'Libur Lebaran', reopens_on: reopensOn } } },
    })
    const refused = await order()
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'SHOP_CLOSED', data: { opens_at: startOf(reopensOn) } },
    })
    expect(refused.body.errors).toMatch(/^Toko sedang tutup\. Libur Lebaran\. Buka lagi \S+, \d+ \S+ \d{4}\.$/)
    expect(await ani.cart()).toHaveLength(1)
    expect(await opening()).toMatchObject({ is_open: false, code: 'SHOP_CLOSED', opens_at: startOf(reopensOn) })

    await advanceTo(`${dayIn(2)}T23:59:59.999`)
    expect((await ani.placeOrder()).body.code).toBe('SHOP_CLOSED')
    await shop.advanceClock(1)
    expect(await opening()).toMatchObject({ is_open: true, changes_at: null })
    expect((await ani.placeOrder()).status).toBe(201)
  })

  test('without a day stays closed until an administrator opens it, and says no opening time', async () => {
    await close()
    await shop.advanceClock(days(10))
    expect(await order()).toMatchObject({
      status: 409,
      body: {
        code: 'SHOP_CLOSED',
        errors: 'Toko sedang tutup.',
        data: { opens_at: null },
      },
    })
    expect(await reopen()).toMatchObject({
      status: 200,
      body: { message: 'Toko dibuka lagi', data: { closed: null, opening: { is_open: true } } },
    })
    expect((await ani.placeOrder()).status).toBe(201)
  })

  test('still has carts, payments and cancellations of existing orders, and repeated keys', async () => {
    const jar = await shop.product()
    await ani.addToCart(jar, 1)
    const first = await ani.placeOrder({}, 'pesanan-ani')
    const { order_id } = first.body.data
    await close('Libur')
    expect((await ani.placeOrder({}, 'pesanan-ani')).body).toEqual(first.body)
    expect((await ani.openPayment(order_id)).status).toBe(200)
    expect((await ani.addToCart(jar, 2)).status).toBe(201)
    expect(await ani.placeOrder({}, 'lain')).toMatchObject({ status: 409, body: { code: 'SHOP_CLOSED' } })
    await shop.sandbox.charge(order_id)
    await shop.sandbox.pay(order_id)
    await shop.sandbox.webhookStatuses(order_id)
    expect(await ani.order(order_id)).toMatchObject({ status: 'DIBAYAR' })
    const standing = await reopen().then(() => order())
    await close()
    expect((await ani.setStatus(standing.body.data.order_id, 'DIBATALKAN')).status).toBe(200)
  })

  test('that refuses an order with a key takes the order with the same key when it is open', async () => {
    await close()
    await ani.addToCart(await shop.product(), 1)
    expect((await ani.placeOrder({}, 'nanti')).status).toBe(409)
    await reopen()
    expect((await ani.placeOrder({}, 'nanti')).status).toBe(201)
  })

  test("can't be closed until today or a past day, because it would open at once", async () => {
    for (const reopens_on of [dayIn(0), dayIn(-1), '2001-01-01']) {
      expect(await close('', reopens_on)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', fields: { reopens_on: 'Pilih tanggal setelah hari ini.' } },
      })
    }
    for (const reopens_on of ['besok', '2026-02-30', 5]) {
      expect((await sari.ask('POST', '/admin/opening/close', { body: { sentence: '', reopens_on } })).status).toBe(400)
    }
    expect(await opening()).toMatchObject({ is_open: true })
  })

  test("can't be closed by the settings until a day that has begun, but an ended closure may be sent back", async () => {
    const change = async (body: object) => {
      const { version } = (await sari.ask<AdminSettings>('GET', '/admin/settings')).body.data
      return sari.ask<AdminSettings>('PUT', '/admin/settings', { body: { version, ...body } })
    }
    for (const reopens_on of [dayIn(0), dayIn(-1), '2001-01-01']) {
      expect(await change({ closed: { sentence: '', reopens_on }, shipping_cost: 9_000 })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', fields: { closed: 'Pilih tanggal setelah hari ini.' } },
      })
    }
    const { settings } = (await sari.ask<AdminSettings>('GET', '/admin/settings')).body.data
    expect(settings).toMatchObject({ closed: null, shipping_cost: 4_000 })
    const closed = { sentence: 'Libur', reopens_on: dayIn(2) }
    expect((await change({ closed })).status).toBe(200)
    await advanceTo(`${dayIn(3)}T10:00:00`)
    expect(await opening()).toMatchObject({ is_open: true })
    expect((await change({ closed, shipping_cost: 9_000 })).status).toBe(200)
    await change({ shipping_cost: 4_000 })
  })

  test('gets the new sentence when it is closed again', async () => {
    await close('Libur')
    await close('Libur diperpanjang.', dayIn(9))
    expect(await opening()).toMatchObject({ message: 'Libur diperpanjang.', opens_at: startOf(dayIn(9)) })
  })

  test('is closed regardless of simultaneous changes, and both changes are in the history', async () => {
    const { version } = (await sari.ask<{ version: number }>('GET', '/admin/settings')).body.data
    await close('Libur')
    const stale = await sari.ask('PUT', '/admin/settings', { body: { version, shipping_cost: 5_000 } })
    expect(stale).toMatchObject({ status: 409, body: { code: 'SETTINGS_CHANGED' } })
    await reopen()
    const { data } = (await sari.ask<{ changes: unknown[] }[]>('GET', '/admin/settings/audit')).body
    expect(data.slice(0, 2).map(({ changes }) => changes)).toEqual([
      [{ field: 'closed.sentence', before: 'Libur', after: null }],
      [{ field: 'closed.sentence', before: null, after: 'Libur' }],
    ])
  })
})

describe('weekly hours', () => {
  const everyDay = (from: string, to: string) =>
    Object.fromEntries(['1', '2', '3', '4', '5', '6', '7'].map((weekday) => [weekday, { from, to }])) as never

  test('refuse orders only if the seller chose it', async () => {
    await advanceTo(`${dayIn(1)}T18:00:00`)
    await setSettings(sari, { hours: everyDay('08:00', '17:00') })
    expect((await order()).status).toBe(201)
    await setSettings(sari, { hours_refuse_orders: true })
    const opensAt = inJakarta(`${dayIn(1)}T08:00:00`)
    expect(await order()).toMatchObject({ status: 409, body: { code: 'SHOP_CLOSED', data: { opens_at: opensAt } } })
    await advanceTo(`${dayIn(1)}T08:00:00`)
    expect((await ani.placeOrder()).status).toBe(201)
  })

  test('without any opening say so, and opening a closed shop does not help', async () => {
    const never = Object.fromEntries(['1', '2', '3', '4', '5', '6', '7'].map((weekday) => [weekday, null])) as never
    await setSettings(sari, { hours: never, hours_refuse_orders: true })
    await close()
    expect(await reopen()).toMatchObject({
      status: 200,
      body: { message: 'Toko sedang tutup. Pesanan diterima pada jam buka.', data: { closed: null } },
    })
    expect(await order()).toMatchObject({ status: 409, body: { code: 'SHOP_CLOSED', data: { opens_at: null } } })
  })
})

describe('the cap of a day', () => {
  beforeEach(() => advanceTo(`${dayIn(1)}T10:00:00`))

  test('of orders is reached by the last one; cancelled and unpaid orders give their place back', async () => {
    await setSettings(sari, { daily_cap: { orders: 2, pieces: null } })
    const first = await order()
    expect(await left()).toEqual({ orders: 1, pieces: null })
    expect((await opening()).is_open).toBe(true)
    expect((await order()).status).toBe(201)
    expect(await left()).toEqual({ orders: 0, pieces: null })
    const budi = await shop.customer()
    expect(await order(budi)).toMatchObject({
      status: 409,
      body: { code: 'CAP_REACHED', data: { opens_at: startOf(dayIn(1)) } },
    })
    await expect
      .poll(opening)
      .toMatchObject({ is_open: false, code: 'CAP_REACHED', title: 'Pesanan hari ini sudah penuh.' })

    await ani.setStatus(first.body.data.order_id, 'DIBATALKAN')
    await expect.poll(opening).toMatchObject({ is_open: true })
    expect((await budi.placeOrder()).status).toBe(201)
    expect(await order()).toMatchObject({ body: { code: 'CAP_REACHED' } })
  })

  test('gets the place of an order back when its time to pay is over', async () => {
    await setSettings(sari, { daily_cap: { orders: 1, pieces: null }, payment_expiry_minutes: 15 })
    expect((await order()).status).toBe(201)
    expect((await order()).body.code).toBe('CAP_REACHED')
    await shop.advanceClock(minutes(16))
    await shop.reconcile()
    expect((await ani.placeOrder()).status).toBe(201)
    await setSettings(sari, { payment_expiry_minutes: 1440 })
  })

  test('starts again when a day begins in Jakarta', async () => {
    await setSettings(sari, { daily_cap: { orders: 1, pieces: null } })
    await advanceTo(`${dayIn(0)}T23:59:59.999`)
    expect((await order()).status).toBe(201)
    expect((await order()).body.code).toBe('CAP_REACHED')
    await shop.advanceClock(1)
    expect((await opening()).is_open).toBe(true)
    expect((await ani.placeOrder()).status).toBe(201)
    expect((await order()).body.code).toBe('CAP_REACHED')
  })

  test('of pieces refuses a larger cart and accepts a smaller one', async () => {
    await setSettings(sari, { daily_cap: { orders: null, pieces: 5 } })
    expect((await order(ani, 3)).status).toBe(201)
    const refused = await order(ani, 3)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'CAP_REACHED', data: { opens_at: startOf(dayIn(1)), pieces_left: 2 } },
    })
    expect(refused.body.errors).toMatch(/^Hari ini toko hanya bisa menerima 2 barang lagi\. Kurangi isi keranjang/)
    expect((await opening()).is_open).toBe(true)
    const [line] = await ani.cart()
    await ani.ask('PUT', `/carts/${line?.id}`, { body: { quantity: 2 } })
    expect((await ani.placeOrder()).status).toBe(201)
    expect(await left()).toEqual({ orders: null, pieces: 0 })
    await expect.poll(opening).toMatchObject({ code: 'CAP_REACHED' })
  })

  test('that is lowered below the ordered number leaves nothing', async () => {
    await setSettings(sari, { daily_cap: { orders: 5, pieces: null } })
    for (let i = 0; i < 3; i += 1) await order()
    await setSettings(sari, { daily_cap: { orders: 2, pieces: null } })
    expect(await left()).toEqual({ orders: 0, pieces: null })
    expect((await order()).body.code).toBe('CAP_REACHED')
  })
})
