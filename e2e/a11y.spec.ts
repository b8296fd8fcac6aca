import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { phone } from './sizes.ts'
import { expectTouchable } from './touchable.ts'
import { walks } from './walks.ts'

test.use(phone)

for (const [name, walk] of Object.entries(walks)) {
  test(`accessible in every state: ${name}`, async ({ openBrowser, shop, faults }) => {
    // The walks also cause errors, to judge the screens that show them.
    faults.allow(/./)
    await walk({
      openBrowser,
      shop,
      look: async (page, screen) => {
        await expectTouchable(page, screen)
        await expectAccessible(page, screen)
      },
    })
  })
}
