import type { AuditEntry } from '@camilan/contract/audit'
import type { OrderDetail } from '@camilan/contract/orders'
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
const correct = (id: string, body: object) => admin.ask<OrderDetail>('PUT', `/admin/orders/${id}/shipment`, { body })

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
