/** A whole cluster under load, and the cost of each fault of a process for its buyers. */
import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkBooks } from '../../server/src/reports/check-books.ts'
import { openLivePage } from '../../server/src/testing/live-page.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeAdmin, makeUser } from '../../server/src/testing/make-user.ts'
import { multipartBody } from '../../server/src/testing/multipart-body.ts'
import { useS3 } from '../../server/src/testing/s3-server.ts'
import { askAt, clientOf } from '../../server/src/testing/shop-client.ts'
import { costOf, startTraffic } from '../faults/shop-traffic.ts'
import { type Cluster, lacks, startCluster } from './start-cluster.ts'

const soon = { timeout: 60_000, interval: 20 }

describe.skipIf(lacks !== '')(`two processes behind nginx, on a primary with a standby${lacks}`, () => {
  const s3 = useS3()
  let cluster: Cluster

  beforeAll(async () => {
    cluster = await startCluster({ replication: 'remote_apply', pictures: s3.settings() })
  })
  afterAll(() => cluster?.close())
  afterEach(async () => {
    await cluster.gateway.reset()
    expect(await checkBooks(cluster.db, new Date())).toEqual([])
  })

  /** Buyers and readers who already use nginx. */
  async function underLoad() {
    const traffic = await startTraffic(cluster.db, cluster.nginx, { pageReaders: 2 })
    onTestFinished(() => traffic.stop())
    await traffic.untilOrders(20)
    return traffic
  }

  test('processes that are restarted one after the other fail no request, and refuse no stream', async () => {
    const traffic = await underLoad()
    const buyer = await makeUser(cluster.db)
    const began = new Date()
    const beganAt = performance.now()
    const streams = []
    for (const i of [0, 1, 0, 1] as const) {
      expect(await cluster.shops[i].stop()).toBe(0)
      // nginx records that this process could not open a stream; the other one has just done so.
      for (const _ of cluster.shops) {
        const page = await openLivePage(cluster.nginx.origin, buyer)
        streams.push(page.status)
        page.close()
      }
      await cluster.restart(i)
      await traffic.untilOrders(20)
    }
    expect(streams).toEqual(streams.map(() => 200))
    await traffic.stop()
    const { failed, text } = costOf(traffic.answers, beganAt)
    console.log(`4 restarts: ${text}`)
    expect(failed).toEqual([])
    expect([...(await cluster.nginx.asked(began)).keys()].sort()).toEqual([...cluster.ports].sort())
    await traffic.expectNothingLost()
  })

  test('a kill of a process fails only its running requests', async () => {
    const traffic = await underLoad()
    const killedAt = performance.now()
    await cluster.shops[0].kill()
    const endedAt = performance.now()
    await traffic.untilOrders(40)
    await traffic.stop()
    await cluster.restart(0)
    const { failed, text } = costOf(traffic.answers, killedAt)
    console.log(`killed: ${text}`)
    expect(failed.filter(({ beganAt }) => beganAt > endedAt)).toEqual([])
    // nginx repeats reads at the other process.
    expect(failed.filter(({ kind }) => kind.endsWith('page') || kind === 'reads')).toEqual([])
    await traffic.expectNothingLost()
  })

  test('a process that stands still is left within 10 s and replaced within 30 s, and does no harm when it continues', {
    timeout: 300_000,
  }, async () => {
    const { db, gateway, nginx, ports } = cluster
    const product = await makeProduct(db, { price: 15_000 })
    const priceAt = async ({ origin }: { origin: string }) => {
      const { status, body } = await askAt(origin)<{ price: number }>('GET', `/products/${product.id}`)
      return status === 200 ? body.data.price : `answered with ${status}`
    }
    for (const shop of cluster.shops) expect(await priceAt(shop)).toBe(15_000)
    const leaseNumber = async () => {
      const lease = db.selectFrom('leases').select('number').where('name', '=', 'reconcile payments')
      return (await lease.executeTakeFirstOrThrow()).number
    }
    const traffic = await underLoad()

    // The stopped process is in the middle of its job: it waits for the gateway.
    await gateway.setFaults({ webhook: 'drop' })
    const buyer = clientOf(await makeUser(db), nginx.origin)
    const paid = await buyer.buy(await makeProduct(db))
    const held = gateway.holdCall('GET', `/v2/${paid}/status`)
    /** The job asks about this order next, among all unpaid ones. */
    const putFirst = () => {
      const status_asked_at = sql<Date | null>`case when id = ${paid} then null else now() end`
      return db.updateTable('payment_attempts').set({ status_asked_at }).execute()
    }
    await putFirst()
    const worker = await ownerOfPort(
      await held.arrived,
      cluster.shops.map(({ pid }) => pid),
    )
    const i = cluster.shops.findIndex(({ pid }) => pid === worker)
    const [here, there] = i === 0 ? cluster.shops : cluster.shops.toReversed()
    const [portHere, portThere] = i === 0 ? ports : ports.toReversed()
    if (!here || !there || !portHere || !portThere) throw new Error('two processes')

    const numberBefore = await leaseNumber()
    process.kill(here.pid, 'SIGSTOP')
    onTestFinished(() => void process.kill(here.pid, 'SIGCONT'))
    const stoppedAt = performance.now()
    held.cut()
    await gateway.pay(paid)
    await putFirst()
    const takenOver = expect
      .poll(leaseNumber, soon)
      .toBeGreaterThan(numberBefore)
      .then(() => performance.now() - stoppedAt)
    await wait(10_000)
    const [left, leftAt] = [new Date(), performance.now()]
    const takenOverMs = await takenOver
    const asked = await nginx.asked(left)
    const atThere = clientOf(buyer, there.origin)
    await expect.poll(async () => (await atThere.order(paid)).status, soon).toBe('DIBAYAR')
    const after10s = costOf(traffic.answers, leftAt, leftAt)
    console.log(
      `stands still: its job is taken over after ${(takenOverMs / 1_000).toFixed(1)} s; 10 s later: ${after10s.text}`,
    )
    expect(takenOverMs).toBeLessThan(30_000)
    expect(asked.get(portHere) ?? 0).toBe(0)
    expect(asked.get(portThere)).toBeGreaterThan(50)
    expect(after10s.failed).toEqual([])
    expect(after10s.longestMs).toBeLessThan(5_000)

    // nginx has abandoned its requests by then, and has sent them to the other process.
    await wait(35_000 - (performance.now() - stoppedAt))
    const { payload, headers } = await multipartBody({ price: '16500' })
    const admin = await makeAdmin(db)
    const changed = await fetch(`${there.origin}/api/admin/products/${product.id}`, {
      method: 'PUT',
      body: new Uint8Array(payload),
      headers: { ...headers, ...admin.headers },
    })
    expect(changed.status).toBe(200)
    process.kill(here.pid, 'SIGCONT')
    const [goesOn, goesOnAt] = [new Date(), performance.now()]
    const prices: unknown[] = []
    while (prices.at(-1) !== 16_500 && performance.now() - goesOnAt < 10_000) prices.push(await priceAt(here))
    console.log(
      `what it says of a price that was changed meanwhile, for ${Math.round(performance.now() - goesOnAt)} ms:`,
      prices,
    )
    expect(prices).not.toContain(15_000)
    await expect.poll(async () => (await nginx.asked(goesOn)).get(portHere) ?? 0, soon).toBeGreaterThan(5)
    const usedAgainMs = performance.now() - goesOnAt
    await traffic.untilOrders(20)
    await traffic.stop()
    console.log(
      `stands still for 35 s: ${costOf(traffic.answers, stoppedAt).text}; used again after ${(usedAgainMs / 1_000).toFixed(1)} s`,
    )
    expect(costOf(traffic.answers, goesOnAt, goesOnAt).failed).toEqual([])
    await expect.poll(() => here.output(), soon).toContain('another process has taken over')
    const steps = db.selectFrom('order_history').select('id').where('order_id', '=', paid)
    expect(await steps.where('status', '=', 'DIBAYAR').execute()).toHaveLength(1)
    await traffic.expectNothingLost()
  })
})

/** The process that has a connection from this port of 127.0.0.1. Linux only. */
async function ownerOfPort(port: number, pids: readonly number[]): Promise<number | undefined> {
  const from = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const connections = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  const inode = connections.find(([, local]) => local === from)?.[9]
  for (const pid of pids) {
    const folder = `/proc/${pid}/fd`
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => '')),
    )
    if (files.includes(`socket:[${inode}]`)) return pid
  }
  return undefined
}
