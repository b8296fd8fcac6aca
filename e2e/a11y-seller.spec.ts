import { expectAccessible } from './accessible.ts'
import { sellerTest as test } from './fixtures.ts'
import { sellerScreens, setSellerStage, walk } from './seller-screens.ts'
import { unique } from './shop.ts'
import { desktop, phone } from './sizes.ts'
import { expectTouchable } from './touchable.ts'

test.use(phone)

for (const [name, screens] of Object.entries(sellerScreens)) {
  test(`accessible in every state: the seller's ${name}`, async ({ page, shop, faults }) => {
    faults.allow(/ERR_FAILED|Failed to fetch|ApiError|status of 40[04]/)
    // A long name without a space must not make a page wider than the screen.
    const product = await shop.makeProduct({ name: `Kastengel${unique().repeat(7)}` })
    const stage = await setSellerStage(shop, product)
    await walk(page, screens, stage, async (screen) => {
      await expectTouchable(page, screen)
      await expectAccessible(page, screen)
    })
  })
}

test('accessible in every state: a price or stock that is edited in the table', async ({ page, shop }) => {
  const product = await shop.makeProduct()
  await page.setViewportSize(desktop.viewport)
  const { 'product-figures': screen } = sellerScreens.products
  await walk(page, { screen }, await setSellerStage(shop, product), (name) => expectAccessible(page, name))
})
