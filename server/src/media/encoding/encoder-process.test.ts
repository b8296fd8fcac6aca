import { beforeAll, expect, test } from 'vitest'
import { encoderProcesses } from '../../testing/encoder-processes.ts'
import { makeUser } from '../../testing/make-user.ts'
import { makeSlowPicture } from '../../testing/pictures.ts'
import { clientOf } from '../../testing/shop-client.ts'
import { startShopProcess } from '../../testing/shop-process.ts'
import { useTestDb } from '../../testing/test-db.ts'

const soon = { timeout: 10_000, interval: 20 }

const shop = useTestDb()
let slow: Buffer

beforeAll(async () => {
  slow = await makeSlowPicture()
})

test('SIGTERM ends the server within its time to close, although a decoder hangs', async () => {
  const server = await startShopProcess(shop.connection)
  const form = { image: new Blob([new Uint8Array(slow)]) }
  const answer = clientOf(await makeUser(shop.db), server.origin).ask('PUT', '/users/me', { form })
  await expect.poll(() => encoderProcesses(server.pid), soon).toHaveLength(1)
  const [encoder = 0] = await encoderProcesses(server.pid)
  process.kill(encoder, 'SIGSTOP')
  const startedAt = performance.now()
  await server.stop()
  expect(performance.now() - startedAt).toBeLessThan(9_000)
  expect(await encoderProcesses()).not.toContain(encoder)
  expect((await answer).status).toBe(503)
})
