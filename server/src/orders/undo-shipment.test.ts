import type { AuditEntry } from '@camilan/contract/audit'
import type { OrderDetail } from '@camilan/contract/orders'
import { undoShipmentMs } from '@camilan/contract/orders'
import { beforeAll, expect, test } from 'vitest'
import { useShop } from '../testing/make-shop.ts'
import type { Customer } from '../testing/shop-client.ts'

const shop = useShop()
let ani: Customer
let admin: Customer

beforeAll(async () => {
  ;[ani, admin] = [await shop.customer(), await shop.admin()]
})

const setStatus = (id: string, body: object) => admin.ask<OrderDetail>('PUT', `/admin/orders/${id}/status`, { body })

test('a shipment can be undone within five minutes: the history keeps both steps, and the buyer is notified', async () => {
  const id = await shop.paidOrder(ani)
  await setStatus(id, { status: 'DIKIRIM', courier: 'JNE', tracking_number: 'A1' })
  await shop.advanceClock(undoShipmentMs)
  expect((await setStatus(id, { status: 'DIBAYAR' })).status).toBe(200)
  const order = await ani.order(id)
  expect(order).toMatchObject({ status: 'DIBAYAR', shipment: null, transaction: { status: 'SUKSES' } })
  expect(order.history.map(({ status, actor }) => `${status} ${actor}`)).toEqual([
    'DIPROSES customer',
    'DIBAYAR gateway',
    'DIKIRIM admin',
    'DIBAYAR admin',
  ])
  expect(await ani.messages(id)).toContain(`Pengiriman pesanan #${id} dibatalkan. Pesanan Anda kami siapkan lagi.`)
  expect((await ani.setStatus(id, 'SELESAI')).status).toBe(409)
  await setStatus(id, { status: 'DIKIRIM' })
  expect((await ani.order(id)).shipment).toMatchObject({ courier: null, tracking_number: null })
})

test('a shipment can’t be undone after five minutes, nor after the buyer has confirmed it', async () => {
  const id = await shop.paidOrder(ani)
  await setStatus(id, { status: 'DIKIRIM' })
  await shop.advanceClock(undoShipmentMs + 1)
  expect(await setStatus(id, { status: 'DIBAYAR' })).toMatchObject({
    status: 409,
    body: { code: 'INVALID_TRANSITION', errors: 'Pengiriman hanya bisa dibatalkan dalam 5 menit.' },
  })
  const arrived = await shop.paidOrder(ani)
  await setStatus(arrived, { status: 'DIKIRIM' })
  await ani.setStatus(arrived, 'SELESAI')
  expect((await setStatus(arrived, { status: 'DIBAYAR' })).status).toBe(409)
})

test('one audit entry names who undid a shipment; a second call changes nothing', async () => {
  const id = await shop.paidOrder(ani)
  await setStatus(id, { status: 'DIKIRIM' })
  for (let times = 0; times < 2; times += 1) expect((await setStatus(id, { status: 'DIBAYAR' })).status).toBe(200)
  const { data } = (await admin.ask<AuditEntry[]>('GET', `/admin/orders/${id}/audit`)).body
  expect(data.map(({ actor, changes }) => ({ by: actor.id, changes }))).toEqual([
    { by: admin.id, changes: [{ field: 'status', before: 'DIKIRIM', after: 'DIBAYAR' }] },
    { by: admin.id, changes: [{ field: 'status', before: 'DIBAYAR', after: 'DIKIRIM' }] },
  ])
})
