/** Random requests of several callers, made from the description of the API. `FUZZ_SEED` sends others. */
import { expect, test } from 'vitest'
import { fuzz, fuzzEnvironment } from '../../server/src/testing/fuzz.ts'
import { useShop } from '../../server/src/testing/make-shop.ts'

const shop = useShop({ environment: fuzzEnvironment, logger: { level: 'error' } })

test('50,000 random requests are answered as the description of the API says, and never with a failure of the server', async () => {
  const seed = Number(process.env.FUZZ_SEED ?? 1)
  const { findings, statuses, unavailable, succeeded, routes } = await fuzz(shop, { seed, count: 50_000 })
  console.log(
    `seed ${seed}`,
    statuses,
    '503:',
    unavailable,
    'never successful:',
    routes.filter((one) => !succeeded.includes(one)),
  )
  expect(findings).toEqual([])
}, 1_800_000)
