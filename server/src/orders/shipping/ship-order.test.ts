import type { AuditEntry } from '@camilan/contract/audit'
import { type OrderDetail, undoShipmentMs } from '@camilan/contract/orders'
import { expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { useOpened } from '../../testing/use-opened.ts'

const shop = useShop()
const ani = useOpened(() => shop.customer())
const admin = useOpened(() => shop.admin())

const setStatus = (id: string, body: object) => admin.ask<OrderDetail>('PUT', `/admin/orders/${id}/status`, { body })
const correct = (id: string, body: object) => admin.ask<OrderDetail>('PUT', `/admin/orders/${id}/shipment`, { body })

test('the buyer sees the courier and the tracking number of a shipped order', async () => {
  const id = await shop.paidOrder(ani)
  expect((await ani.order(id)).shipment).toBeNull()
  await setStatus(id, { status: 'DIKIRIM', courier: ' JNE ', tracking_number: 'JP123' })
  const shipped_at = shop.clock().toISOString()
  expect((await ani.order(id)).shipment).toEqual({
    courier: 'JNE',
    tracking_number: 'JP123',
    shipped_at,
    tracking: { courier: 'JNE', url: 'https://www.jne.co.id/tracking-package' },
  })
  expect((await ani.orders('?status=DIKIRIM')).data.find((order) => order.id === id)?.shipment?.courier).toBe('JNE')
})

test.each([{}, { courier: '', tracking_number: '  ' }, { courier: null }])(
  'an order is shipped without a courier as well: %j',
  async (fields) => {
    const id = await shop.paidOrder(ani)
    expect((await setStatus(id, { status: 'DIKIRIM', ...fields })).status).toBe(200)
    expect((await ani.order(id)).shipment).toMatchObject({ courier: null, tracking_number: null })
  },
)

test('a courier or tracking number that is too long, or is not a text, is refused', async () => {
  const id = await shop.paidOrder(ani)
  const tooLong = await setStatus(id, { status: 'DIKIRIM', tracking_number: 'x'.repeat(51) })
  expect(tooLong).toMatchObject({
    status: 400,
    body: { fields: { tracking_number: 'Nomor resi paling panjang 50 karakter.' } },
  })
  expect((await setStatus(id, { status: 'DIKIRIM', courier: 7 })).status).toBe(400)
  expect((await ani.order(id)).status).toBe('DIBAYAR')
})

test('one audit entry names who shipped an order; shipping it again changes nothing', async () => {
  const id = await shop.paidOrder(ani)
  await setStatus(id, { status: 'DIKIRIM', courier: 'JNE' })
  expect((await setStatus(id, { status: 'DIKIRIM', courier: 'TIKI' })).status).toBe(200)
  expect((await ani.order(id)).shipment?.courier).toBe('JNE')
  const { data } = (await admin.ask<AuditEntry[]>('GET', `/admin/orders/${id}/audit`)).body
  expect(data).toMatchObject([
    {
      actor: { id: admin.id, name: admin.name },
      action: 'changed',
      changes: [{ field: 'status', before: 'DIBAYAR', after: 'DIKIRIM' }],
    },
  ])
})

test.each([
  [{ courier: 'JNE', tracking_number: 'CGK123' }, 'Sudah dikirim lewat JNE CGK123'],
  [{ courier: 'JNE' }, 'Sudah dikirim lewat JNE'],
  [{ tracking_number: 'CGK123' }, 'Sudah dikirim dengan resi CGK123'],
  [{}, 'Sudah dikirim'],
])('a device whose order another one has shipped is told how: %j', async (first, sentence) => {
  const id = await shop.paidOrder(ani)
  const ship = (shipment: object) => setStatus(id, { status: 'DIKIRIM', ...shipment })
  expect(await ship(first)).toMatchObject({ status: 200, body: { shipped_otherwise: false } })
  const other = await ship({ courier: 'TIKI', tracking_number: 'X9' })
  expect(other).toMatchObject({ status: 200, body: { message: sentence, shipped_otherwise: true } })
  expect(other.body.data).toMatchObject({ status: 'DIKIRIM', shipment: first })
  // The same again, as after a lost answer, is no conflict.
  expect((await ship(first)).body).toMatchObject({ message: 'Status pesanan diperbarui', shipped_otherwise: false })
})

test('an order that can’t be shipped gets no audit entry', async () => {
  const id = await shop.unpaidOrder(ani)
  expect(await setStatus(id, { status: 'DIKIRIM' })).toMatchObject({
    status: 409,
    body: { code: 'INVALID_TRANSITION' },
  })
  expect((await admin.ask('GET', `/admin/orders/${id}/audit`)).body.data).toEqual([])
})

test('courier and tracking number can be corrected while the order is DIKIRIM, and the buyer is notified', async () => {
  const id = await shop.paidOrder(ani)
  expect(await correct(id, { courier: 'JNE' })).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
  await setStatus(id, { status: 'DIKIRIM', courier: 'JNE', tracking_number: 'SALAH' })
  // It is shipped already, so this call changes nothing.
  await setStatus(id, { status: 'DIKIRIM', courier: 'TIKI' })
  const events = shop.orderEventsOf(ani)
  const { body } = await correct(id, { courier: 'JNE', tracking_number: 'BENAR' })
  expect(events).toEqual([{ order_id: id, status: 'DIKIRIM' }])
  expect(body.data.shipment).toMatchObject({ courier: 'JNE', tracking_number: 'BENAR' })
  expect(await ani.messages(id)).toContain(`Pengiriman pesanan #${id}: JNE, nomor resi BENAR.`)
  await correct(id, {})
  expect((await ani.order(id)).shipment).toMatchObject({ courier: null, tracking_number: null })
  await ani.setStatus(id, 'SELESAI')
  expect((await correct(id, { courier: 'JNE' })).status).toBe(409)
  expect((await ani.order(id)).shipment?.shipped_at).toBe(shop.clock().toISOString())
})

test('an audit entry names who corrected a shipment, with the old and the new values of the fields that changed', async () => {
  const id = await shop.paidOrder(ani)
  await setStatus(id, { status: 'DIKIRIM', courier: 'JNE', tracking_number: 'SALAH' })
  for (let times = 0; times < 2; times += 1) await correct(id, { courier: 'JNE', tracking_number: 'BENAR' })
  expect((await ani.messages(id)).filter((message) => message.includes('BENAR'))).toHaveLength(1)
  await correct(id, {})
  await ani.setStatus(id, 'SELESAI')
  await correct(id, { courier: 'TIKI' })
  const { data } = (await admin.ask<AuditEntry[]>('GET', `/admin/orders/${id}/audit`)).body
  expect(data.map(({ actor, changes }) => ({ by: actor.id, changes }))).toEqual([
    {
      by: admin.id,
      changes: [
        { field: 'courier', before: 'JNE', after: null },
        { field: 'tracking_number', before: 'BENAR', after: null },
      ],
    },
    { by: admin.id, changes: [{ field: 'tracking_number', before: 'SALAH', after: 'BENAR' }] },
    { by: admin.id, changes: [{ field: 'status', before: 'DIBAYAR', after: 'DIKIRIM' }] },
  ])
})

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
