import type { AuditEntry } from '@camilan/contract/audit'
import type { AdminOrderList, OrderDetail } from '@camilan/contract/orders'
import { expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { times } from '../../testing/many-at-once.ts'
import { useOpened } from '../../testing/use-opened.ts'

const shop = useShop()
const ani = useOpened(() => shop.customer())
const admin = useOpened(() => shop.admin())

const pack = (id: string, packed = true) =>
  admin.ask<OrderDetail>('PUT', `/admin/orders/${id}/packed`, { body: { packed } })
const setStatus = (id: string, status: string) =>
  admin.ask<OrderDetail>('PUT', `/admin/orders/${id}/status`, { body: { status } })
const list = async (query: string) => (await admin.ask('GET', `/admin/orders?${query}`)).body as AdminOrderList
const listed = async (packed: string) => (await list(`packed=${packed}&limit=100`)).data.map(({ id }) => id)

test('one audit entry names who marked an order as packed, and one who removed the mark; a second call changes nothing', async () => {
  const id = await shop.paidOrder(ani)
  const at = shop.clock().toISOString()
  for (let times = 0; times < 2; times += 1) {
    expect(await pack(id)).toMatchObject({ status: 200, body: { data: { status: 'DIBAYAR', packed_at: at } } })
    await shop.advanceClock(1_000)
  }
  for (let times = 0; times < 2; times += 1) expect((await pack(id, false)).body.data.packed_at).toBe(null)
  const { data } = (await admin.ask<AuditEntry[]>('GET', `/admin/orders/${id}/audit`)).body
  expect(data.map(({ actor, changes }) => ({ by: actor.id, changes }))).toEqual([
    { by: admin.id, changes: [{ field: 'packed', before: at, after: null }] },
    { by: admin.id, changes: [{ field: 'packed', before: null, after: at }] },
  ])
})

test('only a DIBAYAR order is marked; a shipment keeps the mark, and so does its undoing; its buyer is not told', async () => {
  const unpaid = await shop.unpaidOrder(ani)
  expect(await pack(unpaid)).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
  expect((await pack('TIDAK-ADA')).status).toBe(404)
  const id = await shop.paidOrder(ani)
  const messages = await ani.messages(id)
  await pack(id)
  expect(await ani.messages(id)).toEqual(messages)
  expect(await ani.order(id)).not.toHaveProperty('packed_at')
  await setStatus(id, 'DIKIRIM')
  expect((await pack(id, false)).status).toBe(409)
  expect((await setStatus(id, 'DIBAYAR')).body.data.packed_at).not.toBe(null)
})

test('lists have the paid orders that are to be packed, or that are packed, without those whose money was taken back', async () => {
  const [packed, open, held] = [await shop.paidOrder(ani), await shop.paidOrder(ani), await shop.paidOrder(ani)]
  await shop.unpaidOrder(ani)
  await pack(packed)
  await shop.db.updateTable('orders').set({ payment_hold_at: shop.clock() }).where('id', '=', held).execute()
  const ofThese = async (query: string) => (await listed(query)).filter((id) => [packed, open, held].includes(id))
  expect([await ofThese('yes'), await ofThese('no')]).toEqual([[packed], [open]])
  expect(await ofThese(`no&query=${packed}`)).toEqual([])
  expect((await ofThese('apa')).sort()).toEqual([packed, open, held].sort())
})

test('every list has the number of orders that are to be packed and that are packed within its days, but not a search', async () => {
  const [packed, held] = [await shop.paidOrder(ani), await shop.paidOrder(ani), await shop.paidOrder(ani)]
  await pack(packed)
  await shop.db.updateTable('orders').set({ payment_hold_at: shop.clock() }).where('id', '=', held).execute()
  const counts = async (query: string) => (await list(query)).orders_by_packing
  const [no, yes] = [(await listed('no')).length, (await listed('yes')).length]
  for (const query of ['', 'status=SELESAI', 'packed=yes&limit=1']) {
    expect([query, await counts(query)]).toEqual([query, { no, yes }])
  }
  expect(await counts('to=2000-01-01')).toEqual({ no: 0, yes: 0 })
  expect(await counts(`packed=yes&query=${packed}`)).toBeNull()
})

test('several orders are marked together, each with its entry; those that stay as they are do not come back with the undo', async () => {
  const [first, second] = [await shop.paidOrder(ani), await shop.paidOrder(ani)]
  const [before, held] = [await shop.paidOrder(ani), await shop.paidOrder(ani)]
  const ids = [first, second, before, held, await shop.unpaidOrder(ani), 'TIDAK-ADA']
  await pack(before)
  await shop.db.updateTable('orders').set({ payment_hold_at: shop.clock() }).where('id', '=', held).execute()
  const packAll = (body: object) => admin.ask<string[]>('PUT', '/admin/orders/packed', { body })
  const replies = await times(2, () => packAll({ ids, packed: true }))
  expect(replies.flatMap(({ body }) => body.data)).toEqual([first, second].toSorted())
  expect((await packAll({ ids: [first, second], packed: false })).body.data).toEqual([first, second].toSorted())
  const { data } = (await admin.ask<AuditEntry[]>('GET', `/admin/orders/${second}/audit`)).body
  expect(data.map(({ actor }) => actor.id)).toEqual([admin.id, admin.id])
  expect((await admin.ask<OrderDetail>('GET', `/admin/orders/${before}`)).body.data.packed_at).not.toBe(null)
})
