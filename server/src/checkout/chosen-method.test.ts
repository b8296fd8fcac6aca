import { beforeEach, expect, test } from 'vitest'
import { useShop } from '../testing/make-shop.ts'
import { resetSettings, setSettings } from '../testing/settings.ts'
import { useEach } from '../testing/use-each.ts'

const shop = useShop()
beforeEach(() => resetSettings(shop))
const admin = useEach(() => shop.admin())
const ani = useEach(() => shop.customer())

const fillCart = async (price = 20_000) => ani.addToCart(await shop.product({ price }), 1)
const sentMethods = () =>
  shop.sandbox.calls
    .filter(({ path }) => path === '/snap/v1/transactions')
    .map(({ body }) => (body as { enabled_payments: string[] }).enabled_payments)

test('a shop that changes nothing sends BCA alone, also if the buyer chooses it', async () => {
  await fillCart()
  await ani.placeOrder()
  await fillCart()
  const { order_id } = (await ani.placeOrder({ payment_method: 'bca_va' })).body.data
  expect(sentMethods().slice(-2)).toEqual([['bca_va'], ['bca_va']])
  expect((await ani.order(order_id)).transaction.chosen_method).toBe('bca_va')
})

test('without a choice all methods of the shop are sent, and a chosen one alone', async () => {
  await setSettings(admin, { payment_methods: ['indomaret', 'gopay', 'bca_va', 'other_qris'] })
  await fillCart()
  const { order_id } = (await ani.placeOrder({ payment_method: null })).body.data
  expect((await ani.order(order_id)).transaction.chosen_method).toBeNull()
  await fillCart()
  await ani.placeOrder({ payment_method: 'indomaret' })
  expect(sentMethods().slice(-2)).toEqual([['other_qris', 'gopay', 'bca_va', 'indomaret'], ['indomaret']])
})

test.each([
  ['a method that is off', 'bni_va', 20_000, 409],
  ['a method that does not take the total', 'other_qris', 10_000_000, 409],
  ['no choice, with a total that no method takes', undefined, 10_000_000, 409],
  ['an unknown method', 'qris', 20_000, 400],
])('%s is refused, and nothing is written', async (_, payment_method, price, status) => {
  await setSettings(admin, { payment_methods: ['other_qris'] })
  await fillCart(price)
  const answer = await ani.placeOrder({ payment_method })
  expect(answer).toMatchObject({ status, body: { code: status === 409 ? 'NO_PAYMENT_METHOD' : 'VALIDATION' } })
  expect([(await ani.orders()).data, (await ani.cart()).length]).toEqual([[], 1])
})

test('a key can not be used again with another method', async () => {
  await fillCart()
  const { body } = await ani.placeOrder({ payment_method: 'bca_va' }, 'kunci')
  expect((await ani.placeOrder({ payment_method: 'bca_va' }, 'kunci')).body.data).toEqual(body.data)
  expect(await ani.placeOrder({}, 'kunci')).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } })
})

test('a payment that has no token yet gets the methods of the moment, and the chosen one while it is on', async () => {
  await setSettings(admin, { payment_methods: ['gopay', 'bca_va', 'bri_va'] })
  await shop.sandbox.setFaults({ create: 'error' })
  await fillCart(10_000_000)
  const { order_id } = (await ani.placeOrder({ payment_method: 'bri_va' })).body.data
  expect(await ani.openPayment(order_id)).toMatchObject({ status: 503 })
  expect(sentMethods().at(-1)).toEqual(['bri_va'])
  await shop.sandbox.reset()
  await setSettings(admin, { payment_methods: ['other_qris'] })
  expect(await ani.openPayment(order_id)).toMatchObject({ status: 409, body: { code: 'NO_PAYMENT_METHOD' } })
  await setSettings(admin, { payment_methods: ['gopay', 'bca_va'] })
  expect(await ani.openPayment(order_id)).toMatchObject({ status: 200 })
  expect(sentMethods().at(-1)).toEqual(['gopay', 'bca_va'])
})
