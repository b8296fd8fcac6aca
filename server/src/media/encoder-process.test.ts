import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureWebBuild } from '../platform/pages/web-build.ts'
import { encoderProcesses } from '../testing/encoder-processes.ts'
import { makeUser } from '../testing/make-user.ts'
import { makeSlowPicture } from '../testing/pictures.ts'
import { type ShopProcess, startShopProcess } from '../testing/shop-process.ts'
import { useTestDb } from '../testing/test-db.ts'

const soon = { timeout: 10_000, interval: 20 }

const shop = useTestDb()
let slow: Buffer
let server: ShopProcess

beforeAll(async () => {
  await ensureWebBuild(() => {})
  slow = await makeSlowPicture()
}, 180_000)

/** Start a server that is decoding a picture. */
beforeEach(async () => {
  server = await startShopProcess(shop.connection)
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(slow)]))
  const { headers } = await makeUser(shop.db)
  fetch(`${server.origin}/api/users/me`, { method: 'PUT', headers, body }).catch(() => {})
  await expect.poll(() => encoderProcesses(server.pid), soon).toHaveLength(1)
})

test('a process that decodes ends with the server, even if the server is killed', async () => {
  const [encoder] = await encoderProcesses(server.pid)
  await server.kill()
  await expect.poll(() => encoderProcesses(), soon).not.toContain(encoder)
})

test('SIGTERM ends the server within its time for closing, although a decoder hangs', async () => {
  const [encoder = 0] = await encoderProcesses(server.pid)
  process.kill(encoder, 'SIGSTOP')
  const startedAt = performance.now()
  await server.stop()
  expect(performance.now() - startedAt).toBeLessThan(9_000)
  expect(await encoderProcesses()).not.toContain(encoder)
})
