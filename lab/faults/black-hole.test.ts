/** The link to the database goes silent under a running shop. */
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { startSilentProxy } from '../../server/src/testing/silent-proxy.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { promisedMs, startTraffic, trafficEnvironment } from './shop-traffic.ts'

const database = useTestDb()

beforeEach(() => database.pool.query('truncate users, products, orders cascade'))

test.each([
  { link: 'silent for the present connections', silentMs: 0 },
  { link: 'silent for every connection, for 20 s', silentMs: 20_000 },
])(
  'after a link that is $link the shop recovers by itself and has lost nothing',
  { timeout: 180_000 },
  async ({ silentMs }) => {
    const proxy = await startSilentProxy(database.connection)
    const shop = await startShopProcess(proxy.connection, trafficEnvironment)
    let stopped: Promise<number | null> | undefined
    const stop = () => (stopped ??= shop.stop())
    onTestFinished(async () => void (await stop()))
    const traffic = await startTraffic(database.db, shop)

    await traffic.untilOrders(20)
    traffic.faultBegins()
    proxy.goSilent({ all: silentMs > 0 })
    await wait(silentMs)
    proxy.restore()
    const took = await traffic.untilBack(['reads', 'orders', 'livePages'])
    console.log(`back after (ms): ${JSON.stringify(took)}; orders: ${traffic.acknowledged.size}`)
    await traffic.stop(stop)

    for (const [what, ms] of Object.entries(promisedMs)) {
      expect(took, `${what} came back`).toHaveProperty(what)
      expect(took[what as keyof typeof promisedMs], what).toBeLessThan(ms)
    }
    await traffic.expectNothingLost()
  },
)
