import type { OrderDetail, ShippingResult } from '@camilan/contract/orders'
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
const shipAll = (ids: unknown, who = admin) =>
  who.ask<ShippingResult[]>('POST', '/admin/orders/ship', { body: { ids } })

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
      reason: 'Pesanan berstatus DIPROSES tidak dapat diubah menjadi DIKIRIM.',
      note: null,
    },
    { id: 'TIDAK-ADA', outcome: 'refused', reason: expect.any(String), note: null },
    { id: second, outcome: 'shipped', reason: null, note: null },
    { id: before, outcome: 'shipped_before', reason: null, note: 'Sudah dikirim lewat JNE CGK123' },
  ])
  for (const id of [first, second]) expect((await ani.order(id)).status).toBe('DIKIRIM')
  expect((await ani.order(unpaid)).status).toBe('DIPROSES')
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

test('only an administrator ships orders, between one and a hundred at once', async () => {
  for (const ids of [[], Array(101).fill('A'), 'A', [7], undefined]) expect((await shipAll(ids)).status).toBe(400)
  const id = await shop.paidOrder(ani)
  expect((await shipAll([id, '\0'])).status).toBe(400)
  expect((await ani.order(id)).status).toBe('DIBAYAR')
  expect((await shipAll(['A'], ani)).status).toBe(403)
  expect((await shop.ask('POST', '/admin/orders/ship', { body: { ids: ['A'] } })).status).toBe(401)
})
