/** The primary is lost while customers order, and the standby is promoted behind the shop's address. */
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { checkBooks } from '../../server/src/office/reports/check-books.ts'
import { openDb } from '../../server/src/platform/db/db.ts'
import { runSql } from '../../server/src/testing/databases.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { socketOf } from '../../server/src/testing/relay.ts'
import { clientOf } from '../../server/src/testing/shop-client.ts'
import { costOf } from '../faults/shop-traffic.ts'
import { hasPgBouncer } from './pgbouncer.ts'
import { lacks, startUnderLoad } from './start-cluster.ts'

const soon = { timeout: 60_000, interval: 50 }

/** The standby may lag, but it must have the buyers and products of the orders. */
async function startWithStandby(options: Parameters<typeof startUnderLoad>[0]) {
  const cluster = await startUnderLoad(options)
  const standby = openDb(cluster.standby.connection)
  await expect.poll(() => standby.db.selectFrom('orders').select('id').execute(), soon).not.toEqual([])
  await standby.close()
  return cluster
}

describe.skipIf(lacks !== '')(`a primary with a standby${lacks}`, () => {
  test.each([
    ...(hasPgBouncer ? [{ replication: 'remote_apply', lagMs: 0, isPooled: true } as const] : []),
    { replication: 'remote_apply', lagMs: 0, isPooled: false },
    { replication: 'remote_apply', lagMs: 500, isPooled: false },
    { replication: 'asynchronous', lagMs: 0, isPooled: false },
    { replication: 'asynchronous', lagMs: 2_000, isPooled: false },
  ] as const)('the primary is killed: $replication, $lagMs ms behind, pooled: $isPooled', async (options) => {
    const { replication, lagMs, isPooled } = options
    const { db, gateway, nginx, primary, standby, address, traffic } = await startWithStandby(options)
    await traffic.untilOrders(1)
    const killedAt = performance.now()
    traffic.faultBegins()
    await primary.kill()
    const goneAt = performance.now()
    // After a login at a dead primary PgBouncer waits before the next one.
    if (isPooled) await expect.poll(() => costOf(traffic.answers, killedAt).failed.length, soon).toBeGreaterThan(5)
    address.leadTo(socketOf(standby.connection))
    await runSql(standby.connection, 'select pg_promote()')
    const promotedAt = performance.now()
    await traffic.untilBack(['reads', 'orders', 'livePages'])
    await traffic.untilOrders(20)

    // A payment without its notification is found.
    await gateway.setFaults({ webhook: 'drop' })
    const buyer = clientOf(await makeUser(db), nginx.origin)
    const id = await buyer.buy(await makeProduct(db))
    await gateway.pay(id)
    await expect.poll(async () => (await buyer.order(id)).status, soon).toBe('DIBAYAR')
    await traffic.stop()

    const stored = new Set(await traffic.storedOrders())
    const lost = [...traffic.acknowledged].filter(([order]) => !stored.has(order))
    const lostMs = Math.max(0, ...lost.map(([, at]) => goneAt - at))
    const { failed, text } = costOf(traffic.answers, killedAt)
    const ofAll = `${lost.length} of ${traffic.acknowledged.size} acknowledged orders lost, of the last ${lostMs} ms`
    console.log(options, `promoted after ${promotedAt - killedAt} ms; ${text}; ${ofAll}`)
    // A cart that was acknowledged may be lost like an order, and then can't be ordered.
    const expected = replication === 'remote_apply' ? [503] : [503, 400]
    expect(failed.filter(({ status }) => !expected.includes(status))).toEqual([])
    // By default PgBouncer would refuse all for 15 s after a failed login.
    if (isPooled) expect(failed.filter(({ endedAt }) => endedAt > promotedAt + 6_000)).toEqual([])
    // Answers that no order has changed are sent from memory until their age ends.
    expect(failed.filter(({ kind, endedAt }) => kind === 'page' && endedAt < killedAt + 2_500)).toEqual([])
    if (replication === 'remote_apply') {
      expect(lost).toEqual([])
      await traffic.expectNothingLost()
    } else if (lagMs > 0) {
      expect(lost.length).toBeGreaterThan(0)
      expect(lostMs).toBeLessThan(lagMs + 1_000)
    }
    expect(await checkBooks(db, new Date())).toEqual([])
  })

  test('the primary acknowledges no order without its synchronous standby, until it is told to continue alone', async () => {
    const { primary, link, traffic } = await startWithStandby({ replication: 'remote_apply' })
    link.goSilent({ all: true })
    const awayAt = performance.now()
    await wait(20_000)
    expect([...traffic.acknowledged.values()].filter((at) => at > awayAt + 100)).toEqual([])
    const away = costOf(traffic.answers, awayAt)
    await runSql(primary.connection, `alter system set synchronous_standby_names = ''`)
    await runSql(primary.connection, 'select pg_reload_conf()')
    const aloneAt = performance.now()
    await traffic.untilOrders(20)
    await traffic.stop()
    console.log(`standby away for 20 s: ${away.text}; then alone: ${costOf(traffic.answers, aloneAt).text}`)
    expect(away.failed.filter(({ status }) => status !== 503)).toEqual([])
    await traffic.expectNothingLost()
  })
})
