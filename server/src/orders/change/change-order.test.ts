import type { AuditEntry } from '@camilan/contract/audit'
import type { OrderDetail, OrderList } from '@camilan/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { useOpened } from '../../testing/use-opened.ts'

const shop = useShop()
let id: string

const ani = useOpened(() => shop.customer({ name: 'Ani', phone: '081234567890' }))
const admin = useOpened(() => shop.admin())
beforeEach(async () => {
  id = await shop.unpaidOrder(ani)
})

const ordered = { recipient: 'Ani', phone: '081234567890', address: 'Jl. Melati 1', city: null }
const moved = { recipient: 'Bu Rini', phone: '0819 1111 2222', address: 'Jl. Mawar 2', city: 'Bogor' }
const change = (body: object, order = id) => admin.ask<OrderDetail>('PUT', `/admin/orders/${order}/delivery`, { body })
const audit = async () => (await admin.ask<AuditEntry[]>('GET', `/admin/orders/${id}/audit`)).body.data
const told = async () => (await ani.messages(id)).filter((message) => message.includes('data pengiriman'))

test('a changed delivery is shown with what it was, its fee stays, and the buyer is told once', async () => {
  const { total_price, other_costs } = await ani.order(id)
  for (let times = 0; times < 2; times += 1) {
    const now = { user: { name: 'Bu Rini', phone: '0819 1111 2222' }, address: 'Jl. Mawar 2', city: 'Bogor' }
    expect(await change(moved)).toMatchObject({
      status: 200,
      body: { data: { ...now, former_delivery: ordered, total_price, other_costs } },
    })
  }
  expect(await ani.order(id)).toMatchObject({ user: { name: 'Bu Rini' }, former_delivery: ordered })
  expect(await told()).toHaveLength(1)
  expect((await audit())[0]?.changes).toEqual([
    { field: 'recipient', before: 'Ani', after: 'Bu Rini' },
    { field: 'phone', before: '081234567890', after: '0819 1111 2222' },
    { field: 'address', before: 'Jl. Melati 1', after: 'Jl. Mawar 2' },
    { field: 'city', before: null, after: 'Bogor' },
  ])
  const found = await admin.ask<OrderList['data']>('GET', '/admin/orders?query=Mawar')
  expect(found.body.data.map((order) => order.id)).toEqual([id])
  await change({ ...moved, address: 'Jl. Mawar 3' })
  expect((await ani.order(id)).former_delivery).toEqual(ordered)
  await change(ordered)
  expect((await ani.order(id)).former_delivery).toBeNull()
})

test('an order that gets the address of a pickup is fetched, and one that gets another is delivered', async () => {
  const fetched = { ...ordered, address: 'Ambil sendiri' }
  expect(await change(fetched)).toMatchObject({ body: { data: { delivery_way: 'pickup' } } })
  expect(await change(moved)).toMatchObject({ body: { data: { delivery_way: 'delivery' } } })
})

test('a delivery is changed while the order is unpaid or paid, and not afterwards', async () => {
  const late = { status: 409, body: { code: 'INVALID_TRANSITION' } }
  const paid = await shop.paidOrder(ani)
  expect((await change(moved, paid)).status).toBe(200)
  await admin.ask('PUT', `/admin/orders/${paid}/status`, { body: { status: 'DIKIRIM' } })
  expect(await change(ordered, paid)).toMatchObject(late)
  await ani.setStatus(id, 'DIBATALKAN')
  expect(await change(moved)).toMatchObject(late)
  expect((await ani.order(id)).former_delivery).toBeNull()
  expect((await change(moved, 'X')).status).toBe(404)
})

test('of two devices that change one delivery the second is asked, and told what it is now', async () => {
  await change({ ...moved, expected: ordered })
  const second = { ...ordered, address: 'Jl. Melati 9', expected: ordered }
  expect(await change(second)).toMatchObject({
    status: 409,
    body: {
      code: 'ORDER_CHANGED',
      data: moved,
    },
  })
  expect((await change(second)).body.fields, 'only of what both have changed').toEqual({
    address: 'Sekarang “Jl. Mawar 2”. Simpan lagi untuk memakai isian Anda.',
  })
  expect(await ani.order(id)).toMatchObject({ address: 'Jl. Mawar 2' })
  expect((await change({ ...second, expected: moved })).status).toBe(200)
  expect((await change({ ...second, expected: moved })).status, 'an answer was lost').toBe(200)
  expect(await told()).toHaveLength(2)
})

test('a delivery without a name, a phone, an address or a known city is refused', async () => {
  for (const [field, value] of [
    ['recipient', ' '],
    ['phone', '12'],
    ['address', ''],
    ['address', 'x'.repeat(501)],
    ['city', 'Tokyo'],
    ['city', undefined],
  ] as const) {
    expect(await change({ ...moved, [field]: value })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', fields: { [field]: expect.any(String) } },
    })
  }
})

test('a note that another device has written is not replaced without a question', async () => {
  const write = (note: string, expected_note?: string | null) =>
    admin.ask<OrderDetail>('PUT', `/admin/orders/${id}/note`, { body: { note, expected_note } })
  expect((await write('Titip tetangga', null)).status).toBe(200)
  expect((await write('Titip tetangga', null)).status).toBe(200)
  expect(await write('Antar sore', null)).toMatchObject({
    status: 409,
    body: { code: 'ORDER_CHANGED', fields: { note: expect.stringContaining('Titip tetangga') } },
  })
  expect((await write('Antar sore', 'Titip tetangga')).body.data.note).toBe('Antar sore')
  expect((await write('Antar pagi')).body.data.note, 'without `expected_note` as before').toBe('Antar pagi')
})

test('the seller’s note is in no answer to the buyer, and an empty one removes it', async () => {
  const write = (note: string | null) => admin.ask<OrderDetail>('PUT', `/admin/orders/${id}/note`, { body: { note } })
  expect((await write('  Titip tetangga  ')).body.data.note).toBe('Titip tetangga')
  const listed = await admin.ask<OrderList['data']>('GET', `/admin/orders?query=${id}`)
  expect(listed.body.data[0]?.note).toBe('Titip tetangga')
  for (const answer of [await ani.order(id), await ani.orders(), await ani.refresh(id), await ani.messages(id)]) {
    expect(JSON.stringify(answer)).not.toMatch(/Titip tetangga|"note"/)
  }
  expect((await audit())[0]).toMatchObject({
    changes: [{ field: 'seller_note', before: null, after: 'Titip tetangga' }],
  })
  expect((await write('x'.repeat(501))).status).toBe(400)
  expect((await write('')).body.data.note).toBeNull()
  expect((await write(null)).status).toBe(200)
  expect(await audit()).toHaveLength(2)
})
