import { test } from './fixtures.ts'
import { useOwnShop } from './own-shop.ts'
import { paymentScreens } from './payment-screens.ts'
import { firstPort } from './set-ups.ts'
import { shoot } from './shoot.ts'

useOwnShop(firstPort + 50)

test('an order by each kind of method', async ({ openBrowser, shop, faults }, info) => {
  faults.allow(/./)
  await paymentScreens({ openBrowser, shop, look: (page, screen) => shoot(page, screen, info) })
})
