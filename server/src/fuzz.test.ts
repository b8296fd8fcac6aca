/** The short form of `lab/abuse/fuzz.test.ts`. */
import { expect, test } from 'vitest'
import { fuzz, fuzzEnvironment } from './testing/fuzz.ts'
import { useShop } from './testing/make-shop.ts'

const shop = useShop({ environment: fuzzEnvironment, logger: { level: 'error' } })

test('1,500 random requests are answered as the description of the API says, and never with a failure of the server', async () => {
  const { findings, succeeded } = await fuzz(shop, { seed: 11, count: 1_500 })
  expect(findings).toEqual([])
  expect(succeeded.length).toBeGreaterThan(35)
})
