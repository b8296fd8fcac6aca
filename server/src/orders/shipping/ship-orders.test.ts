import { type OrderDetail, undoShipmentMs } from '@camilan/contract/orders'
import type { ShippingResult, UndoingResult } from '@camilan/contract/ship-orders'
import { expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { useOpened } from '../../testing/use-opened.ts'

const shop = useShop()
const ani = useOpened(() => shop.customer())
const admin = useOpened(() => shop.admin())

const setStatus = (id: string, body: object) => admin.ask<OrderDetail>('PUT', `/admin/orders/${id}/status`, { body })
const ship = (orders: unknown) => admin.ask<ShippingResult[]>('POST', '/admin/orders/ship', { body: { orders } })
const shipAll = (ids: readonly string[]) => ship(ids.map((id) => ({ id })))
const undoAll = (ids: unknown) => admin.ask<UndoingResult[]>('POST', '/admin/orders/undo-shipments', { body: { ids } })

test('a refused order does not stop the others that are shipped with it', async () => {
  const [first, unpaid, second] = [await shop.paidOrder(ani), await shop.unpaidOrder(ani), await shop.paidOrder(ani)]
  const before = await shop.paidOrder(ani)
  await setStatus(before, { status: 'DIKIRIM', courier: 'JNE', tracking_number: 'CGK123' })
  const { body } = await shipAll([first, unpaid, 'TIDAK-ADA', second, first, before])
  expect(body.data).toEqual([
    { id: first, outcome: 'shipped', reason: null, note: null },
    {
      id: unpaid,
      outcome: 'refused',
      reason: 'Pesanan berstatus DIPROSES tidak bisa diubah menjadi DIKIRIM.',
      note: null,
    },
    { id: 'TIDAK-ADA', outcome: 'refused', reason: expect.any(String), note: null },
    { id: second, outcome: 'shipped', reason: null, note: null },
    { id: before, outcome: 'shipped_before', reason: null, note: 'Sudah dikirim lewat JNE CGK123' },
  ])
  for (const id of [first, second]) expect((await ani.order(id)).status).toBe('DIKIRIM')
  expect((await ani.order(unpaid)).status).toBe('DIPROSES')
})

test('each order is shipped with its own courier and number, and the buyer gets the tracking link', async () => {
  const [first, second, unpaid] = [await shop.paidOrder(ani), await shop.paidOrder(ani), await shop.unpaidOrder(ani)]
  const orders = [
    { id: first, courier: ' JNE ', tracking_number: '010320058999821' },
    { id: unpaid, courier: 'JNE', tracking_number: '010320058999822' },
    { id: second, courier: 'Lion Parcel', tracking_number: '11LP1' },
    { id: first, courier: 'Grab', tracking_number: 'twice' },
  ]
  const { body } = await ship(orders)
  expect(body.data.map(({ id, outcome }) => [id, outcome])).toEqual([
    [first, 'shipped'],
    [unpaid, 'refused'],
    [second, 'shipped'],
  ])
  expect((await ani.order(first)).shipment).toMatchObject({
    courier: 'JNE',
    tracking_number: '010320058999821',
    tracking: { courier: 'JNE', url: 'https://www.jne.co.id/tracking-package' },
  })
  expect((await ani.order(second)).shipment).toMatchObject({
    courier: 'Lion Parcel',
    tracking: { courier: 'Lion', url: 'https://lionparcel.com/track/stt?q=11LP1' },
  })
  // The answer was lost, and it is sent again, the second order with another number.
  const again = await ship([orders[0], { ...orders[2], tracking_number: '11LP2' }])
  expect(again.body.data).toEqual([
    { id: first, outcome: 'shipped_before', reason: null, note: null },
    { id: second, outcome: 'shipped_before', reason: null, note: 'Sudah dikirim lewat Lion Parcel 11LP1' },
  ])
})

test('a batch is undone within five minutes; an order that has arrived does not stop the others', async () => {
  const ids = [await shop.paidOrder(ani), await shop.paidOrder(ani), await shop.paidOrder(ani)]
  await ship(ids.map((id) => ({ id, courier: 'JNE', tracking_number: `CGK${id}` })))
  const [first = '', arrived = '', last = ''] = ids
  await ani.setStatus(arrived, 'SELESAI')
  const undone = { outcome: 'undone', reason: null }
  const refused = { outcome: 'refused', reason: expect.stringContaining('SELESAI') }
  for (let times = 0; times < 2; times += 1) {
    expect((await undoAll(ids)).body.data).toEqual([
      { id: first, ...undone },
      { id: arrived, ...refused },
      { id: last, ...undone },
    ])
  }
  expect(await ani.order(first)).toMatchObject({ status: 'DIBAYAR', shipment: null })
  expect((await ani.order(first)).history.filter(({ status }) => status === 'DIBAYAR')).toHaveLength(2)
  expect((await ani.order(arrived)).status).toBe('SELESAI')
  await ship([{ id: last, courier: 'JNE', tracking_number: 'CGK1' }])
  await shop.advanceClock(undoShipmentMs + 1)
  expect((await undoAll([last])).body.data).toEqual([
    { id: last, outcome: 'refused', reason: 'Pengiriman hanya bisa dibatalkan dalam 5 menit.' },
  ])
})

test('each order is shipped once when two devices ship the same orders at once', async () => {
  const ids = [await shop.paidOrder(ani), await shop.paidOrder(ani), await shop.paidOrder(ani)]
  const answers = await Promise.all([shipAll(ids), shipAll([...ids].reverse())])
  const outcomes = answers.flatMap(({ body }) => body.data.map(({ outcome }) => outcome)).sort()
  expect(outcomes).toEqual([...Array(3).fill('shipped'), ...Array(3).fill('shipped_before')])
  for (const id of ids) {
    expect((await ani.order(id)).history.filter(({ status }) => status === 'DIKIRIM')).toHaveLength(1)
    expect((await ani.messages(id)).filter((message) => message.includes('sedang dikirim'))).toHaveLength(1)
  }
})

test('between one and a hundred orders are shipped at once', async () => {
  const id = await shop.paidOrder(ani)
  for (const orders of [
    undefined,
    [],
    Array(101).fill({ id }),
    [id],
    [{ id: 7 }],
    [{ courier: 'JNE' }],
    [{ id, courier: 7 }],
    [{ id, tracking_number: 'x'.repeat(51) }],
  ]) {
    expect((await ship(orders)).status).toBe(400)
  }
  expect((await shipAll([id, '\0'])).status).toBe(400)
  expect((await ani.order(id)).status).toBe('DIBAYAR')
})
