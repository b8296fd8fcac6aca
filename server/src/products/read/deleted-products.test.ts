import type { DeletedProduct } from '@camilan/contract/catalog'
import { expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'

const shop = useShop()

test('archived products are listed always, those never ordered for a day, and none that came back', async () => {
  const [sari, ani] = [await shop.admin(), await shop.customer()]
  const listed = async () => {
    const { body } = await sari.ask<DeletedProduct[]>('GET', '/admin/products/deleted')
    return body.data.map(({ name, price, restorable_until }) => [name, price, restorable_until !== null])
  }
  const remove = ({ id }: { id: string }) => sari.ask('DELETE', `/admin/products/${id}`)
  const restore = ({ id }: { id: string }) => sari.ask('POST', `/admin/products/${id}/restore`)
  const [ordered, plain] = [await shop.product({ name: 'Opak', price: 40_000 }), await shop.product({ name: 'Kue' })]
  await ani.buy(ordered)
  await remove(ordered)
  await shop.advanceClock(hours(1))
  await remove(plain)
  expect(await listed()).toEqual([
    ['Kue', 25_000, true],
    ['Opak', 40_000, false],
  ])
  await restore(plain)
  expect(await listed()).toEqual([['Opak', 40_000, false]])
  await remove(plain)
  expect(await listed()).toHaveLength(2)
  await shop.advanceClock(days(1))
  expect(await listed()).toEqual([['Opak', 40_000, false]])
  expect(await restore(ordered)).toMatchObject({ status: 200 })
  expect(await listed()).toEqual([])
})
