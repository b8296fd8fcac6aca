import type { NotificationList } from '@camilan/contract/notifications'
import { expect, test } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { useShop } from '../../testing/make-shop.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { notify } from './notify.ts'

const shop = useShop()
const counts = async (by: Customer) => {
  const { unread_count, needs_count } = (await by.ask('GET', '/notifications')).body as unknown as NotificationList
  return [unread_count, needs_count]
}

test('a seller is counted what needs her: a paid order once until it is shipped, and each trouble, but no news', async () => {
  const [sari, ani] = [await shop.onlyAdmin(), await shop.customer()]
  const paid = await shop.paidOrder(ani)
  await shop.unpaidOrder(ani)
  expect(await counts(sari)).toEqual([3, 1])
  await transact(shop.db, (tx) =>
    notify(
      tx,
      [
        { kind: 'stock-out', to: 'admins', productName: 'Nastar' },
        { kind: 'clock-right', to: 'admins' },
      ],
      shop.clock(),
    ),
  )
  expect(await counts(sari)).toEqual([5, 2])
  await sari.ask('PUT', `/admin/orders/${paid}/status`, { body: { status: 'DIKIRIM' } })
  expect(await counts(sari)).toEqual([5, 1])
  expect(await counts(ani)).toEqual([4, undefined])
})
