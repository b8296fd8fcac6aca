import { expectFitting } from './fitting.ts'
import { test } from './fixtures.ts'
import { phone } from './sizes.ts'
import { walks } from './walks.ts'

test.use(phone)

for (const name of ['catalogue', 'log in and register', 'a new buyer', 'a profile', 'the cart'] as const) {
  test(`everything fits when it is enlarged: ${name}`, async ({ openBrowser, shop, faults }) => {
    faults.allow(/./) // the walks also cause errors
    await walks[name]?.({ openBrowser, shop, look: expectFitting })
  })
}
