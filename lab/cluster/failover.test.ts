/** The primary is lost while customers order, and the standby is promoted behind the shop's address. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDb } from '../../server/src/platform/db/db.ts'
import { checkBooks } from '../../server/src/reports/check-books.ts'
import { runSql } from '../../server/src/testing/databases.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { useS3 } from '../../server/src/testing/s3-server.ts'
import { clientOf } from '../../server/src/testing/shop-client.ts'
import { costOf, startTraffic } from '../faults/shop-traffic.ts'
import { hasPgBouncer } from './pgbouncer.ts'
import { lacks, type Replication, startCluster } from './start-cluster.ts'

const soon = { timeout: 60_000, interval: 50 }

describe.skipIf(lacks !== '')(`a primary with a standby${lacks}`, () => {
  const s3 = useS3()

  async function startUnderLoad(replication: Replication, lagMs: number, isPooled = false) {
    const cluster = await startCluster({ replication, lagMs, pictures: s3.settings(), isPooled })
    onTestFinished(() => cluster.close())
    const traffic = await startTraffic(cluster.db, cluster.nginx, { pageReaders: 2 })
    onTestFinished(() => traffic.stop())
    await traffic.untilOrders(30)
    // The standby may lag, but it must have the buyers and products of the orders.
    const standby = openDb(cluster.standby.connection)
    const orders = () => standby.db.selectFrom('orders').select('id').execute()
    await expect.poll(orders, soon).not.toEqual([])
    await standby.close()
    return { ...cluster, traffic }
  }

  const pooled = hasPgBouncer ? ([{ replication: 'remote_apply', lagMs: 0, by: 'PgBouncer' }] as const) : []
  test.each([
    ...pooled,
    { replication: 'remote_apply', lagMs: 0, by: 'nothing' },
    { replication: 'remote_apply', lagMs: 500, by: 'nothing' },
    { replication: 'asynchronous', lagMs: 0, by: 'nothing' },
    { replication: 'asynchronous', lagMs: 2_000, by: 'nothing' },
  ] as const)(
    'the primary is killed: $replication, $lagMs ms behind, pooled by $by',
    async ({ replication, lagMs, by }) => {
      const isPooled = by === 'PgBouncer'
      const cluster = await startUnderLoad(replication, lagMs, isPooled)
      const { db, gateway, nginx, primary, standby, address, traffic } = cluster
      await traffic.untilOrders(1)
      const killedAt = performance.now()
      traffic.faultBegins()
      await primary.kill()
      const goneAt = performance.now()
      // After a login at a dead primary PgBouncer waits before the next one.
      if (isPooled) await expect.poll(() => costOf(traffic.answers, killedAt).failed.length, soon).toBeGreaterThan(5)
      address.leadTo(standby.connection)
      await runSql(standby.connection, 'select pg_promote()')
      const promotedMs = performance.now() - killedAt
      await traffic.untilBack(['reads', 'orders', 'livePages'])
      await traffic.untilOrders(20)

      await gateway.setFaults({ webhook: 'drop' })
      const buyer = clientOf(await makeUser(db), nginx.origin)
      const id = await buyer.buy(await makeProduct(db))
      await gateway.pay(id)
      const paidAt = performance.now()
      await expect.poll(async () => (await buyer.order(id)).status, soon).toBe('DIBAYAR')
      const foundMs = performance.now() - paidAt
      await traffic.stop()

      const stored = new Set(await traffic.storedOrders())
      const lost = [...traffic.acknowledged].filter(([order]) => !stored.has(order))
      const lostMs = Math.max(0, ...lost.map(([, at]) => goneAt - at))
      console.log(
        [
          `${replication}, ${lagMs} ms behind: promoted after ${(promotedMs / 1_000).toFixed(1)} s`,
          costOf(traffic.answers, killedAt).text,
          `then a payment without its notification was found within ${(foundMs / 1_000).toFixed(1)} s`,
          `${lost.length} of ${traffic.acknowledged.size} acknowledged orders lost${lost.length > 0 ? `, those of the last ${Math.round(lostMs)} ms` : ''}`,
        ].join('; '),
      )
      // A cart that was acknowledged may be lost like an order, and then can't be ordered.
      const expected = replication === 'remote_apply' ? [503] : [503, 400]
      const { failed } = costOf(traffic.answers, killedAt)
      expect(failed.filter(({ status }) => !expected.includes(status))).toEqual([])
      // By default PgBouncer would refuse all for 15 s after a failed login.
      const late = killedAt + promotedMs + (isPooled ? 6_000 : Number.POSITIVE_INFINITY)
      expect(failed.filter(({ endedAt }) => endedAt > late)).toEqual([])
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
    },
  )

  test('the primary acknowledges no order without its synchronous standby, until it is told to continue alone', async () => {
    const { db, primary, link, traffic } = await startUnderLoad('remote_apply', 0)
    link.setLag(Number.POSITIVE_INFINITY)
    const awayAt = performance.now()
    await wait(20_000)
    const ordered = [...traffic.acknowledged.values()].filter((at) => at > awayAt + 100)
    expect(ordered).toEqual([])
    const away = costOf(traffic.answers, awayAt)
    const waiting = await sql`select from pg_stat_activity where wait_event = 'SyncRep'`.execute(db)
    await runSql(primary.connection, `alter system set synchronous_standby_names = ''`)
    await runSql(primary.connection, 'select pg_reload_conf()')
    const aloneAt = performance.now()
    await traffic.untilOrders(20)
    await traffic.stop()
    console.log(
      `standby away for 20 s: ${away.text}; ${waiting.rows.length} connections wait for it; then alone: ${costOf(traffic.answers, aloneAt).text}`,
    )
    expect(away.failed.filter(({ status }) => status !== 503)).toEqual([])
    await traffic.expectNothingLost()
    expect(await checkBooks(db, new Date())).toEqual([])
  })
})
