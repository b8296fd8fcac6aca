/** SIGTERM of the real server behind a proxy that keeps its connections open. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { transact } from './platform/db/transact.ts'
import { lockForWrites, queriesWaiting } from './testing/locks.ts'
import { startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'

const database = useTestDb()
const connectionCount = 30

test('a server that is stopped while it starts ends with one plain line', { timeout: 120_000 }, async () => {
  const { db } = database
  const spawned = Promise.withResolvers<number>()
  const { shop } = await transact(db, async (tx) => {
    // The start waits for this lock, as it writes the samples before it opens.
    await lockForWrites(tx, 'shop_settings')
    const shop = startShopProcess(database.connection, { DEMO_DATA: 'true' }, spawned.resolve).then(
      () => expect.unreachable('it was stopped before it was open'),
      (error: Error) => error,
    )
    const pid = await spawned.promise
    await expect.poll(() => queriesWaiting(database.pool), { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
    process.kill(pid, 'SIGTERM')
    return { shop }
  })
  const { message, cause } = await shop
  expect(message).not.toMatch(/^ +at |Error/m)
  expect(message.trim()).toMatch(/\nThe shop was stopped while it started\.$/)
  expect(cause).toBe(0)
})

test('a request on an open connection while the server stops is answered', { timeout: 120_000 }, async () => {
  const shop = await startShopProcess(database.connection)
  const answers: string[] = []
  /** POSTs on one connection, with short pauses, until a new connection is refused. */
  async function keepPosting(pauseMs: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (;;) {
      const sent = request(`${shop.origin}/api/carts`, { method: 'POST', agent })
      try {
        const [response] = await once(sent.end(), 'response')
        await once(response.resume(), 'end')
        answers.push(String(response.statusCode))
      } catch (error) {
        if (!sent.reusedSocket) return // a proxy would now ask another process
        answers.push(`${(error as NodeJS.ErrnoException).code} on an open connection`)
      }
      await wait(pauseMs)
    }
  }
  const posting = Array.from({ length: connectionCount }, (_, i) => keepPosting(i % 10))
  await expect.poll(() => answers.length).toBeGreaterThan(10 * connectionCount)
  // Again and again, because npm forwards the signal that its process manager has already sent.
  const again = setInterval(() => process.kill(shop.pid, 'SIGTERM'), 5)
  void shop.ended.then(() => clearInterval(again))
  expect(await shop.stop()).toBe(0)
  await Promise.all(posting)
  expect([...new Set(answers)]).toEqual(['401'])
})
