import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { sellerScreens, setSellerStage, walk } from './seller-screens.ts'

for (const [room, screens] of Object.entries(sellerScreens)) {
  test(`the screens of the seller: ${room}`, async ({ openBrowser, shop, faults }) => {
    test.slow()
    faults.allow(/ERR_FAILED|Failed to fetch|ApiError|status of 404/)
    const stage = await setSellerStage(shop, await shop.makeProduct())
    const page = await openBrowser(await shop.seller())
    await walk(page, screens, stage, (name) => expectAccessible(page, name))
  })
}
