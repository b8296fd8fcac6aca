/** A whole cluster under load, and the cost of each fault of a process for its buyers. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openLivePage } from '../../server/src/testing/live-page.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeAdmin, makeUser } from '../../server/src/testing/make-user.ts'
import { askAt } from '../../server/src/testing/shop-client.ts'
import { costOf } from '../faults/shop-traffic.ts'
import type { RunningProxy } from '../operate/proxies.ts'
import { lacks, startUnderLoad } from './start-cluster.ts'

const soon = { timeout: 60_000, interval: 20 }

const replication = 'remote_apply'

/** The number of requests since `since` that each process received, by its port. */
async function askedOf({ folder }: RunningProxy, since: Date): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const line of (await readFile(path.join(folder, 'access.log'), 'utf8')).split('\n')) {
    const [endedAt, seconds, ...addresses] = line.split(/,? /)
    if ((Number(endedAt) - Number(seconds)) * 1_000 < since.getTime()) continue
    for (const address of addresses) {
      const [, port] = address.split(':')
      if (port) counts.set(port, (counts.get(port) ?? 0) + 1)
    }
  }
  return counts
}

describe.skipIf(lacks !== '')(`two processes behind nginx, on a primary with a standby${lacks}`, () => {
  test('processes that are restarted one after the other fail no request, and refuse no stream', async () => {
    const { db, nginx, ports, shops, restart, traffic } = await startUnderLoad({ replication })
    const buyer = await makeUser(db)
    const began = new Date()
    const beganAt = performance.now()
    for (const i of [0, 1, 0, 1] as const) {
      expect(await shops[i].stop()).toBe(0)
      // nginx records that this process could not open a stream; the other one has just done so.
      for (const _ of shops) {
        const page = await openLivePage(nginx.origin, buyer)
        expect(page.status).toBe(200)
        page.close()
      }
      await restart(i)
      await traffic.untilOrders(20)
    }
    await traffic.stop()
    const { failed, text } = costOf(traffic.answers, beganAt)
    console.log(`4 restarts: ${text}`)
    expect(failed).toEqual([])
    expect([...(await askedOf(nginx, began)).keys()].sort()).toEqual([...ports].sort())
    await traffic.expectNothingLost()
  })

  test('a kill of a process fails only its running requests', async () => {
    const { shops, traffic } = await startUnderLoad({ replication })
    const killedAt = performance.now()
    await shops[0].kill()
    const endedAt = performance.now()
    await traffic.untilOrders(40)
    await traffic.stop()
    const { failed, text } = costOf(traffic.answers, killedAt)
    console.log(`killed: ${text}`)
    expect(failed.filter(({ beganAt }) => beganAt > endedAt)).toEqual([])
    // nginx repeats reads at the other process.
    expect(failed.filter(({ kind }) => kind.endsWith('page') || kind === 'reads')).toEqual([])
    await traffic.expectNothingLost()
  })

  test('a process that stands still is left within 10 s, and shows no old price when it goes on', async () => {
    const { db, nginx, ports, shops, traffic } = await startUnderLoad({ replication })
    const [here, there] = shops
    const product = await makeProduct(db, { price: 15_000 })
    const priceAt = async ({ origin }: { origin: string }) => {
      const { status, body } = await askAt(origin)<{ price: number }>('GET', `/products/${product.id}`)
      return status === 200 ? body.data.price : `answered with ${status}`
    }
    for (const shop of shops) expect(await priceAt(shop)).toBe(15_000)

    process.kill(here.pid, 'SIGSTOP')
    onTestFinished(() => void process.kill(here.pid, 'SIGCONT'))
    const stoppedAt = performance.now()
    await wait(10_000)
    const [left, leftAt] = [new Date(), performance.now()]
    await wait(15_000)
    const asked = await askedOf(nginx, left)
    const after10s = costOf(traffic.answers, leftAt, leftAt)
    expect(asked.get(ports[0]) ?? 0).toBe(0)
    expect(asked.get(ports[1])).toBeGreaterThan(50)
    expect(after10s.failed).toEqual([])
    expect(after10s.longestMs).toBeLessThan(5_000)

    // nginx has abandoned its requests by then, and has sent them to the other process.
    await wait(10_000)
    const body = new FormData()
    body.set('price', '16500')
    const { headers } = await makeAdmin(db)
    const url = `${there.origin}/api/admin/products/${product.id}`
    expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200)
    process.kill(here.pid, 'SIGCONT')
    const [goesOn, goesOnAt] = [new Date(), performance.now()]
    const prices: unknown[] = []
    while (prices.at(-1) !== 16_500 && performance.now() - goesOnAt < 10_000) prices.push(await priceAt(here))
    expect(prices).not.toContain(15_000)
    await expect.poll(async () => (await askedOf(nginx, goesOn)).get(ports[0]) ?? 0, soon).toBeGreaterThan(5)
    await traffic.untilOrders(20)
    await traffic.stop()
    console.log(`stands still for 35 s: ${costOf(traffic.answers, stoppedAt).text}; 10 s later: ${after10s.text}`)
    expect(costOf(traffic.answers, goesOnAt, goesOnAt).failed).toEqual([])
    await traffic.expectNothingLost()
  })
})
