import { undoShipmentMs } from '@camilan/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { imageUrlUnder } from '../../media/files/image-url.ts'
import { hours } from '../../platform/clock.ts'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { writeOrderMails } from './order-mails.ts'

const shop = useShop()
let sari: Customer
let ani: Customer

beforeEach(async () => {
  await resetSettings(shop)
  await shop.db.deleteFrom('mail_outbox').execute()
  sari = await shop.onlyAdmin()
  ani = await shop.customer()
  await setSettings(sari, { mail_order_events: true })
})

const ship = (id: string, shipment: object = {}) =>
  sari.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM', ...shipment } })
const undo = (id: string) => sari.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIBAYAR' } })
const correct = (id: string, shipment: object) => sari.ask('PUT', `/admin/orders/${id}/shipment`, { body: shipment })

/** The mails that were written since the last call. */
async function written(afterMs = 0) {
  await shop.advanceClock(afterMs)
  const sender = { shopName: 'Camilan', publicUrl: shop.origin }
  await Promise.all(
    [1, 2].map(() =>
      writeOrderMails({
        db: shop.db,
        clock: shop.clock,
        settings: shop.settings,
        sender,
        imageUrl: imageUrlUnder(shop.origin),
      }),
    ),
  )
  const rows = await shop.db.deleteFrom('mail_outbox').returning(['recipient', 'subject', 'text', 'html']).execute()
  return rows.toSorted((a, b) => a.subject.localeCompare(b.subject))
}

test('a shop that changes nothing writes no mail about orders, also when it is switched on later', async () => {
  await setSettings(sari, { mail_order_events: false })
  const id = await shop.paidOrder(ani)
  await ship(id)
  await setSettings(sari, { mail_order_events: true })
  expect(await written(undoShipmentMs)).toEqual([])
})

test('a payment is mailed at once, once, to the buyer and the administrators, without the name or address', async () => {
  const demo = await shop.admin({ is_demo: true })
  const id = await shop.paidOrder(ani)
  const mails = await written()
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [ani.email, `Pembayaran pesanan #${id} sudah kami terima`],
    [sari.email, `Pesanan #${id} dibayar`],
  ])
  expect(mails[0]?.text).toContain(`${shop.origin}/my-order/order/${id}`)
  expect(mails[1]?.text).toContain(`${shop.origin}/admin/manage-orders/order/${id}`)
  for (const { html } of mails) expect(html).not.toContain(ani.name)
  expect(mails.map(({ recipient }) => recipient)).not.toContain(demo.email)
  expect(await written()).toEqual([])
})

test('mails show what was ordered, with its picture and amounts; a shipment only what is sent', async () => {
  const image = 'a'.repeat(32)
  const [nastar, keripik] = await Promise.all([
    shop.product({ name: '<b>Nastar', image, price: 40_000 }),
    shop.product({ name: 'Keripik', price: 20_000 }),
  ])
  await ani.addToCart(nastar, 2)
  const id = await ani.buy(keripik)
  await shop.sandbox.pay(id)
  await shop.sandbox.webhookStatuses(id)
  const [paid] = await written()
  expect(paid?.text?.replaceAll('\u00a0', ' ')).toMatch(
    /- <b>Nastar \(2 × Rp 40\.000, .*\): Rp 80\.000\n(.*\n)*Total Pembayaran: Rp 106\.000\n/,
  )
  expect(paid?.html).toContain('&lt;b&gt;Nastar')
  expect(paid?.html).toContain(`src="${shop.origin}/media/${image}-160.webp"`)
  const remaining = [
    { product_id: nastar.id, quantity: 1 },
    { product_id: keripik.id, quantity: 0 },
  ]
  const lowered = await sari.ask('POST', `/admin/orders/${id}/lower`, { body: { items: remaining } })
  expect(lowered.status).toBe(200)
  await ship(id)
  const shipped = (await written(undoShipmentMs)).find(({ subject }) => subject.includes('dikirim'))
  expect(shipped?.text).toContain('(1 × ')
  expect(shipped?.text).not.toMatch(/Keripik|Total/)
})

test('a shipment is mailed after the five minutes of its undo, with the courier and number of that moment', async () => {
  const id = await shop.paidOrder(ani)
  await written()
  await ship(id, { courier: 'JNE', tracking_number: 'SALAH1' })
  await correct(id, { courier: 'JNE', tracking_number: 'BENAR2' })
  expect(await written(undoShipmentMs - 1)).toEqual([])
  const [mail, ...others] = await written(1)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: ani.email, subject: `Pesanan #${id} sedang dikirim` })
  expect(mail?.text).toMatch(/JNE, nomor resi BENAR2.*https:\/\/www\.jne\.co\.id/s)
})

test('an undone shipment is not mailed; shipped again, it is mailed once, five minutes after that', async () => {
  const id = await shop.paidOrder(ani)
  await written()
  await ship(id, { tracking_number: 'A1' })
  await undo(id)
  expect(await written(undoShipmentMs)).toEqual([])
  await ship(id, { tracking_number: 'B2' })
  await shop.advanceClock(undoShipmentMs / 2)
  await undo(id)
  await ship(id, { tracking_number: 'C3' })
  expect(await written(undoShipmentMs - 1)).toEqual([])
  expect((await written(1)).map(({ text }) => text?.match(/resi (\S+)\./)?.[1])).toEqual(['C3'])
})

test('an undo that is not committed yet holds its mail back', async () => {
  const id = await shop.paidOrder(ani)
  await written()
  await ship(id)
  await shop.advanceClock(undoShipmentMs)
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('lock table order_history in share mode')
    const undoing = undo(id)
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    const writing = written()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
    await other.query('commit')
    expect([(await undoing).status, await writing]).toEqual([200, []])
  })
})

test('a shipment that is corrected after its mail is mailed once more', async () => {
  const id = await shop.paidOrder(ani)
  await written()
  await ship(id)
  expect(await written(undoShipmentMs)).toHaveLength(1)
  await correct(id, { courier: 'Pos', tracking_number: 'D4' })
  expect((await written(undoShipmentMs))[0]?.text).toContain('Pos, nomor resi D4')
})

test('an order whose mail can’t be written delays no other, is told, and is tried again later', async () => {
  const poisoned = await ani.buy(await shop.product({ image: 'poison', price: 40_000 }))
  await shop.sandbox.pay(poisoned)
  await shop.sandbox.webhookStatuses(poisoned)
  await shop.advanceClock(1_000)
  const other = await shop.paidOrder(ani)
  const sender = { shopName: 'Camilan', publicUrl: shop.origin }
  const usual = imageUrlUnder(shop.origin)
  const poisonous = (image: string | null) => {
    if (image === 'poison') throw new Error('poisoned')
    return usual(image)
  }
  const imageUrl = Object.assign(poisonous, { withLook: usual.withLook })
  const write = () => writeOrderMails({ db: shop.db, clock: shop.clock, settings: shop.settings, sender, imageUrl })
  const subjects = async () =>
    (await shop.db.selectFrom('mail_outbox').select('subject').execute()).map((it) => it.subject)
  await expect(write()).rejects.toThrow('poisoned')
  expect((await subjects()).toSorted()).toEqual([
    `Pembayaran pesanan #${other} sudah kami terima`,
    `Pesanan #${other} dibayar`,
  ])
  await write()
  await shop.advanceClock(hours(1))
  await expect(write()).rejects.toThrow('poisoned')
})
