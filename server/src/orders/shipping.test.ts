import type { AuditEntry } from '@camilan/contract/audit'
import type { OrderDetail, ShippingResult } from '@camilan/contract/orders'
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

async function unpaidOrder(): Promise<string> {
  await ani.addToCart(await shop.product(), 1)
  return (await ani.placeOrder()).body.data.order_id
}

async function paidOrder(): Promise<string> {
  const id = await unpaidOrder()
  await shop.sandbox.pay(id)
  await shop.sandbox.webhookStatuses(id)
  return id
}

const change = (id: string, body: object) => admin.ask<OrderDetail>('PUT', `/admin/orders/${id}/status`, { body })
const shipment = (id: string, body: object) => admin.ask<OrderDetail>('PUT', `/admin/orders/${id}/shipment`, { body })
const shipAll = (ids: unknown, who = admin) =>
  who.ask<ShippingResult[]>('POST', '/admin/orders/ship', { body: { ids } })

test('the buyer sees who carries the order and under which number', async () => {
  const id = await paidOrder()
  expect((await ani.order(id)).shipment).toBeNull()
  await change(id, { status: 'DIKIRIM', courier: ' JNE ', tracking_number: 'JP123' })
  const shipped_at = shop.clock().toISOString()
  expect((await ani.order(id)).shipment).toEqual({ courier: 'JNE', tracking_number: 'JP123', shipped_at })
  expect((await ani.orders('?status=DIKIRIM')).data.find((order) => order.id === id)?.shipment?.courier).toBe('JNE')
})

test.each([{}, { courier: '', tracking_number: '  ' }, { courier: null }])(
  'an order is shipped without a courier as well: %j',
  async (fields) => {
    const id = await paidOrder()
    expect((await change(id, { status: 'DIKIRIM', ...fields })).status).toBe(200)
    expect((await ani.order(id)).shipment).toMatchObject({ courier: null, tracking_number: null })
  },
)

test('courier and number are corrected while the order is on its way, and the buyer is told', async () => {
  const id = await paidOrder()
  expect(await shipment(id, { courier: 'JNE' })).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
  await change(id, { status: 'DIKIRIM', courier: 'JNE', tracking_number: 'SALAH' })
  // Shipped already: the second press says nothing new.
  await change(id, { status: 'DIKIRIM', courier: 'TIKI' })
  const { body } = await shipment(id, { courier: 'JNE', tracking_number: 'BENAR' })
  expect(body.data.shipment).toMatchObject({ courier: 'JNE', tracking_number: 'BENAR' })
  expect(await ani.messages(id)).toContain(`Pengiriman pesanan #${id}: JNE, nomor resi BENAR.`)
  await shipment(id, {})
  expect((await ani.order(id)).shipment).toMatchObject({ courier: null, tracking_number: null })
  await ani.setStatus(id, 'SELESAI')
  expect((await shipment(id, { courier: 'JNE' })).status).toBe(409)
  expect((await ani.order(id)).shipment?.shipped_at).toBe(shop.clock().toISOString())
})

test('who corrected a shipment, and from what to what, is written down; what stays the same is not', async () => {
  const id = await paidOrder()
  await change(id, { status: 'DIKIRIM', courier: 'JNE', tracking_number: 'SALAH' })
  for (let times = 0; times < 2; times += 1) await shipment(id, { courier: 'JNE', tracking_number: 'BENAR' })
  expect((await ani.messages(id)).filter((message) => message.includes('BENAR'))).toHaveLength(1)
  await shipment(id, {})
  await ani.setStatus(id, 'SELESAI')
  await shipment(id, { courier: 'TIKI' })
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

test('texts that are too long, and who may not ship, are refused', async () => {
  const id = await paidOrder()
  const tooLong = await change(id, { status: 'DIKIRIM', tracking_number: 'x'.repeat(51) })
  expect(tooLong).toMatchObject({
    status: 400,
    body: { fields: { tracking_number: 'Nomor resi paling panjang 50 karakter.' } },
  })
  expect((await change(id, { status: 'DIKIRIM', courier: 7 })).status).toBe(400)
  expect((await ani.ask('PUT', `/admin/orders/${id}/shipment`, { body: {} })).status).toBe(403)
  expect((await shop.ask('PUT', `/admin/orders/${id}/shipment`, { body: {} })).status).toBe(401)
  expect((await shipment('X', {})).status).toBe(404)
  expect((await ani.order(id)).status).toBe('DIBAYAR')
})

test('several orders are shipped at once, each by itself', async () => {
  const [first, unpaid, second] = [await paidOrder(), await unpaidOrder(), await paidOrder()]
  const before = await paidOrder()
  await change(before, { status: 'DIKIRIM' })
  const { body } = await shipAll([first, unpaid, 'TIDAK-ADA', second, first, before])
  expect(body.data).toEqual([
    { id: first, outcome: 'shipped', reason: null },
    { id: unpaid, outcome: 'refused', reason: 'Pesanan berstatus DIPROSES tidak dapat diubah menjadi DIKIRIM.' },
    { id: 'TIDAK-ADA', outcome: 'refused', reason: expect.any(String) },
    { id: second, outcome: 'shipped', reason: null },
    { id: before, outcome: 'shipped_before', reason: null },
  ])
  for (const id of [first, second]) expect((await ani.order(id)).status).toBe('DIKIRIM')
  expect((await ani.order(unpaid)).status).toBe('DIPROSES')
})

test('two devices that ship the same orders ship each once', async () => {
  const ids = [await paidOrder(), await paidOrder(), await paidOrder()]
  const answers = await Promise.all([shipAll(ids), shipAll([...ids].reverse())])
  const outcomes = answers.flatMap(({ body }) => body.data.map(({ outcome }) => outcome)).sort()
  expect(outcomes).toEqual([...Array(3).fill('shipped'), ...Array(3).fill('shipped_before')])
  for (const id of ids) {
    expect((await ani.order(id)).history.filter(({ status }) => status === 'DIKIRIM')).toHaveLength(1)
    expect((await ani.messages(id)).filter((message) => message.includes('sedang dikirim'))).toHaveLength(1)
  }
})

test('a hundred at most are shipped at once, and one at least, by an administrator', async () => {
  for (const ids of [[], Array(101).fill('A'), 'A', [7], undefined]) expect((await shipAll(ids)).status).toBe(400)
  const id = await paidOrder()
  expect((await shipAll([id, '\0'])).status).toBe(400)
  expect((await ani.order(id)).status).toBe('DIBAYAR')
  expect((await shipAll(['A'], ani)).status).toBe(403)
  expect((await shop.ask('POST', '/admin/orders/ship', { body: { ids: ['A'] } })).status).toBe(401)
})

test('a shipment is taken back within five minutes: history keeps both, the buyer is told', async () => {
  const id = await paidOrder()
  await change(id, { status: 'DIKIRIM', courier: 'JNE', tracking_number: 'A1' })
  await shop.advanceClock(undoShipmentMs)
  expect((await change(id, { status: 'DIBAYAR' })).status).toBe(200)
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
  await change(id, { status: 'DIKIRIM' })
  expect((await ani.order(id)).shipment).toMatchObject({ courier: null, tracking_number: null })
})

test('after five minutes a shipment stands, and one that has arrived does at once', async () => {
  const id = await paidOrder()
  await change(id, { status: 'DIKIRIM' })
  await shop.advanceClock(undoShipmentMs + 1)
  expect(await change(id, { status: 'DIBAYAR' })).toMatchObject({
    status: 409,
    body: { code: 'INVALID_TRANSITION', errors: 'Pengiriman hanya dapat dibatalkan dalam 5 menit.' },
  })
  const arrived = await paidOrder()
  await change(arrived, { status: 'DIKIRIM' })
  await ani.setStatus(arrived, 'SELESAI')
  expect((await change(arrived, { status: 'DIBAYAR' })).status).toBe(409)
})

test('of taking back and confirming at once only one happens', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await paidOrder()
    await change(id, { status: 'DIKIRIM' })
    const answers = await Promise.all([change(id, { status: 'DIBAYAR' }), ani.setStatus(id, 'SELESAI')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  }
})
