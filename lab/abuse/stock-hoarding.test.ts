/** One account that never pays tries to keep the stock from everybody else. */
import { expect, test } from 'vitest'
import { minutes } from '../../server/src/platform/clock.ts'
import { useShop } from '../../server/src/testing/make-shop.ts'

const limits = { MAX_UNPAID_ORDERS: '5', MAX_UNPAID_ENDED: '5', NEW_BUYER_LARGE_ORDER_MINUTES: '60' }
const shop = useShop({ environment: limits })
const stock = 450
const stepMinutes = 10

test('a stranger who orders everything that is left, all day, holds a whole stock for at most five hours of it', async () => {
  const nastar = await shop.product({ price: 40_000, stock })
  const stranger = await shop.customer()
  let heldPieceMinutes = 0
  let tries = 0
  for (let minute = 0; minute < 24 * 60; minute += stepMinutes) {
    const left = await shop.stockOf(nastar)
    if (left > 0) {
      tries += 1
      if ((await stranger.cart()).length === 0) await stranger.addToCart(nastar, left)
      expect([201, 429]).toContain((await stranger.placeOrder()).status)
    }
    heldPieceMinutes += (stock - (await shop.stockOf(nastar))) * stepMinutes
    await shop.advanceClock(minutes(stepMinutes))
    await shop.reconcile()
  }
  const hours = heldPieceMinutes / stock / 60
  console.log(`${tries} tries, the whole stock held for ${hours.toFixed(1)} h of 24 h`)
  expect(hours).toBeLessThanOrEqual(5.2)
  expect(await shop.stockOf(nastar)).toBe(stock)
})

test('ordering and cancelling four hundred times takes stock five times', async () => {
  const nastar = await shop.product({ price: 40_000, stock })
  const stranger = await shop.customer()
  await shop.onlyAdmin()
  const countNotifications = async () => (await shop.db.selectFrom('notifications').select('id').execute()).length
  const before = await countNotifications()
  for (let i = 0; i < 400; i += 1) {
    if ((await stranger.cart()).length === 0) await stranger.addToCart(nastar, 1)
    const { status, body } = await stranger.placeOrder()
    if (status === 201) await stranger.setStatus(body.data.order_id, 'DIBATALKAN')
  }
  const taken = (await stranger.orders('?status=DIBATALKAN')).pagination.total_orders
  const notifications = (await countNotifications()) - before
  console.log(`400 tries: ${taken} orders, ${notifications} notifications`)
  expect([taken, notifications]).toEqual([5, 20])
})
