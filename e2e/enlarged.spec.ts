import { expectFitting, smallerScreens } from './fitting.ts'
import { sellerTest, test } from './fixtures.ts'
import { sellerScreens, setSellerStage, walk } from './seller-screens.ts'
import { unique } from './shop.ts'
import { phone } from './sizes.ts'
import { expectTouchable } from './touchable.ts'
import { walks } from './walks.ts'

test.use(phone)
sellerTest.use(phone)

for (const [name, walk] of Object.entries(walks)) {
  test(`everything fits when it is enlarged: ${name}`, async ({ openBrowser, shop, faults }) => {
    faults.allow(/./) // the walks also cause errors
    await walk({ openBrowser, shop, look: expectFitting })
  })
}

for (const [name, screens] of Object.entries(sellerScreens)) {
  sellerTest(`everything fits when it is enlarged: the seller's ${name}`, async ({ page, shop, faults }) => {
    faults.allow(/./)
    const product = await shop.makeProduct({ name: `Kastengel${unique().repeat(7)}` })
    const stage = await setSellerStage(shop, product)
    await walk(page, screens, stage, (screen) => expectFitting(page, screen))
  })
}

test('everything fits on small screens, and stays large enough to press', async ({ openBrowser, shop, faults }) => {
  faults.allow(/./)
  await walks['the cart']?.({
    openBrowser,
    shop,
    look: (page, screen) => expectFitting(page, screen, smallerScreens, expectTouchable),
  })
})
