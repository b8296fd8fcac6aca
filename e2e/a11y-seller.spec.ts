import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { sellerScreens, setSellerStage, walk } from './seller-screens.ts'
import { unique } from './shop.ts'

for (const [room, screens] of Object.entries(sellerScreens)) {
  test(`the screens of the seller: ${room}`, async ({ openBrowser, shop, faults }) => {
    test.slow()
    faults.allow(/ERR_FAILED|Failed to fetch|ApiError|status of 404/)
    // A name that nothing breaks makes no page wider.
    const product = await shop.makeProduct({ name: `Kastengel${unique().repeat(7)}` })
    const stage = await setSellerStage(shop, product)
    const page = await openBrowser(await shop.seller())
    await walk(page, screens, stage, (name) => expectAccessible(page, name))
  })
}
