import type { LastDelivery } from '@camilan/contract/checkout'
import { expect, test } from 'vitest'
import { useShop } from '../testing/make-shop.ts'
import { setSettings } from '../testing/settings.ts'
import type { Customer } from '../testing/shop-client.ts'

const shop = useShop()

const lastOf = async (buyer: Customer) => (await buyer.ask<LastDelivery>('GET', '/orders/me/last-delivery')).body.data

test('the last address of a buyer stays known whatever became of the order, and belongs to this buyer', async () => {
  const [ani, budi] = [await shop.customer(), await shop.customer()]
  const nastar = await shop.product({ price: 40_000, stock: 10 })
  const order = async (form: object) => {
    await ani.addToCart(nastar, 1)
    return (await ani.placeOrder(form)).body.data.order_id
  }
  expect(await lastOf(ani)).toBeNull()
  await shop.sandbox.pay(await order({ address: 'Jl. Melati 1', city: 'Depok' }))
  await expect.poll(async () => (await ani.orders('?status=DIBAYAR')).data.length).toBe(1)
  expect(await lastOf(ani)).toEqual({ address: 'Jl. Melati 1', city: 'Depok', place: null })
  await shop.advanceClock(1_000)
  await ani.setStatus(await order({ address: 'Jl. Mawar 2', city: 'Bogor' }), 'DIBATALKAN')
  expect(await lastOf(ani)).toEqual({ address: 'Jl. Mawar 2', city: 'Bogor', place: null })
  await setSettings(await shop.onlyAdmin(), { pickup: true })
  await shop.advanceClock(1_000)
  await order({ delivery_way: 'pickup', other_costs: 2_000, address: undefined, city: undefined })
  expect(await lastOf(ani)).toEqual({ address: 'Jl. Mawar 2', city: 'Bogor', place: null })
  expect(await lastOf(budi)).toBeNull()
})
