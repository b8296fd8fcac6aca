/** SIGTERM of the real server behind a proxy that keeps its connections open. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'

const database = useTestDb()
const connectionCount = 30

test('what is sent on an open connection while the server stops is answered', { timeout: 120_000 }, async () => {
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
        if (!sent.reusedSocket) return // a proxy asks another process then
        answers.push(`${(error as NodeJS.ErrnoException).code} on an open connection`)
      }
      await wait(pauseMs)
    }
  }
  const posting = Array.from({ length: connectionCount }, (_, i) => keepPosting(i % 10))
  await expect.poll(() => answers.length).toBeGreaterThan(10 * connectionCount)
  expect(await shop.stop()).toBe(0)
  await Promise.all(posting)
  expect([...new Set(answers)]).toEqual(['401'])
})
