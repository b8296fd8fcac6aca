import { expectAccessible, expectTouchable } from './accessible.ts'
import { test } from './fixtures.ts'
import { walks } from './walks.ts'

for (const [name, walk] of Object.entries(walks)) {
  test(name, async ({ openBrowser, shop, faults }) => {
    test.slow()
    // Much is made to go wrong on the way, so that its screen is judged too.
    faults.allow(/./)
    await walk({
      openBrowser,
      shop,
      look: async (page, screen) => {
        await expectAccessible(page, screen)
        await expectTouchable(page, screen)
      },
    })
  })
}
