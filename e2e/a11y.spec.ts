import { expectAccessible } from './accessible.ts'
import { expectFitting, smallerScreens } from './fitting.ts'
import { sellerTest, test } from './fixtures.ts'
import { listOf } from './product-list.ts'
import { typeNonsense } from './product-screens.ts'
import { visit } from './screen.ts'
import { walks } from './screens.ts'
import { setSellerStage } from './seller-stage.ts'
import { desktop, phone } from './sizes.ts'
import { expectTouchable } from './touchable.ts'

test.use(phone)

/** The walks also cause errors, to judge the screens that show them. */
const errors = (title: string) =>
  /seller's/.test(title) ? /ERR_FAILED|Failed to fetch|ApiError|status of 40[04]/ : /./

for (const [title, walk] of Object.entries(walks)) {
  test(`accessible and not cut in every state: ${title}`, async ({ openBrowser, shop, faults }) => {
    test.setTimeout(600_000)
    faults.allow(errors(title))
    await walk({
      openBrowser,
      shop,
      look: async (page, screen) => {
        await expectTouchable(page, screen)
        await expectFitting(page, screen)
        if (title === 'the cart') await expectFitting(page, screen, smallerScreens, expectTouchable)
        await expectAccessible(page, screen)
      },
    })
  })
}

sellerTest('accessible while a price or stock is edited in the table', async ({ page, shop }) => {
  const stage = await setSellerStage(shop, await shop.makeProduct())
  await page.setViewportSize(desktop.viewport)
  await visit(page, listOf(stage.product))
  await typeNonsense(page, stage)
  await expectAccessible(page, 'the table')
})
