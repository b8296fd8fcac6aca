/** Random requests of several callers. `FUZZ_SEED` chooses other requests, `FUZZ_COUNT=50000` their number. */
import { expect, test } from 'vitest'
import { fuzz, fuzzEnvironment } from './testing/fuzz.ts'
import { useShop } from './testing/make-shop.ts'

const shop = useShop({ environment: fuzzEnvironment, logger: { level: 'error' } })
const { FUZZ_SEED = 11, FUZZ_COUNT = 1_500 } = process.env

test(`${FUZZ_COUNT} random requests are answered as in the description of the API, and never with a failure of the server`, async () => {
  const { findings, succeeded } = await fuzz(shop, { seed: Number(FUZZ_SEED), count: Number(FUZZ_COUNT) })
  expect(findings).toEqual([])
  expect(succeeded.length).toBeGreaterThan(35)
}, 1_800_000)
