import { test } from './fixtures.ts'
import { sellerScreens, setSellerStage, walk } from './seller-screens.ts'
import { shoot } from './shoot.ts'
import { walks } from './walks.ts'

test.beforeEach(({ faults }) => faults.allow(/./))

for (const [name, walk] of Object.entries(walks)) {
  test(name, async ({ openBrowser, shop }, info) => {
    await walk({ openBrowser, shop, look: (page, screen) => shoot(page, screen, info) })
  })
}

test('seller', async ({ openBrowser, shop }, info) => {
  const [product] = await shop.products({ query: 'cookies' })
  if (!product) throw new Error('The samples are missing')
  const stage = await setSellerStage(shop, product)
  const page = await openBrowser(await shop.seller())
  for (const screens of Object.values(sellerScreens)) {
    await walk(page, screens, stage, (name) => shoot(page, `admin-${name}`, info))
  }
})
