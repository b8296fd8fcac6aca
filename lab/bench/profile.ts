/**
 * Where the server's processor time goes under load: `npm run bench -- profile [seconds]`, by default 8 seconds for each row
 * of `subjects`. The profiler itself takes some time, so rates are not printed.
 */
import { loadavg } from 'node:os'
import { orderFlows } from './flows.ts'
import { load } from './load.ts'
import { customerRates, requestsOf, visitorRates } from './rates.ts'
import { openSeededShop } from './seeded-shop.ts'

const [seconds = 8] = process.argv.slice(2).map(Number)
const [shownGroups, shownFunctions] = [14, 25]

const shop = await openSeededShop({ products: 18, orders: 0 }, 50)
try {
  await orderFlows(shop, 5)
  const rates = [...visitorRates(shop), ...customerRates(shop)]
  const ask = (wanted: string) => async () => {
    const rate = rates.find(({ name }) => name === wanted)
    if (!rate) throw new Error(`nothing is named ${wanted}`)
    await load(shop.origin, await requestsOf(rate), { connections: 50, seconds })
  }
  const subjects: Record<string, () => Promise<unknown>> = {
    'a ready list': ask('list'),
    'an addition to a cart': ask('add to cart'),
    'a cart': ask('cart'),
    'an order flow': () => orderFlows(shop, seconds),
    'my orders, 3 of them': ask('my orders, 3'),
    'my orders, 30 of them': ask('my orders, 30'),
  }
  for (const [name, run] of Object.entries(subjects)) {
    await shop.shop.ask('profile')
    await run()
    const { groups, functions } = await shop.shop.ask('profiled')
    console.log(`\n${name}, load ${loadavg()[0]?.toFixed(1)}`)
    console.table(groups.slice(0, shownGroups))
    console.table(functions.slice(0, shownFunctions))
  }
} finally {
  await shop.close()
}
