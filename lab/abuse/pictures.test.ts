/** Uploads that want to stop a whole server, sent to one over HTTP as a stranger would. */
import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeAdmin, makeUser, type TestUser } from '../../server/src/testing/make-user.ts'
import { multipartBody } from '../../server/src/testing/multipart-body.ts'
import { makeManyScans, makePicture, makeSlowPicture } from '../../server/src/testing/pictures.ts'
import { type ShopProcess, startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'

const shop = useTestDb()
let server: ShopProcess
let endless: Buffer

beforeAll(async () => {
  endless = await makeManyScans({ side: 6_300, scans: 70_000 })
})
beforeEach(async () => {
  server = await startShopProcess(shop.connection)
})
afterEach(async () => {
  await server.kill()
})

async function upload(user: TestUser, picture: Buffer, timeoutMs = 30_000) {
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(picture)]))
  const signal = AbortSignal.timeout(timeoutMs)
  const startedAt = performance.now()
  const path = user.isAdmin ? '/api/admin/users/me' : '/api/users/me'
  const answer = await fetch(`${server.origin}${path}`, { method: 'PUT', headers: user.headers, body, signal }).then(
    async (response) => ({ status: response.status, body: (await response.json()) as { errors?: string } }),
    (error: Error) => ({ status: error.name, body: {} as { errors?: string } }),
  )
  return { ...answer, ms: performance.now() - startedAt }
}

async function memoryBytes(): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(server.pid)])
  return Number(stdout) * 1024
}

test('a progressive JPEG of 4.4 MB with 70,000 scans is refused at once, and the next picture is stored', async () => {
  expect(endless.length).toBeLessThan(5_000_000)
  const attack = await upload(await makeUser(shop.db), endless)
  console.log(`the attack: ${attack.status} after ${attack.ms.toFixed()} ms`)
  const next = await upload(await makeUser(shop.db), await makePicture())
  console.log(`the next picture: ${next.status} after ${next.ms.toFixed()} ms`)
  expect(attack).toMatchObject({ status: 400, body: { errors: expect.stringContaining('terlalu rumit') } })
  expect(attack.ms).toBeLessThan(2_000)
  expect(next.status).toBe(200)
})

test('20 customers who send expensive pictures do not delay the picture of the seller', async () => {
  const slow = await makeSlowPicture()
  const customers = await Promise.all(Array.from({ length: 20 }, () => makeUser(shop.db)))
  for (const [index, customer] of customers.entries()) {
    void upload(customer, Buffer.concat([slow, Buffer.from(`${index}`)])) // no two are the same
  }
  const seller = await upload(await makeAdmin(shop.db), await makePicture())
  console.log(`the seller: ${seller.status} after ${seller.ms.toFixed()} ms`)
  expect(seller.status).toBe(200)
  expect(seller.ms).toBeLessThan(10_000)
})

test('80 uploads that never end keep little in memory', async () => {
  const { payload, headers } = await multipartBody({ image: new Blob([Buffer.alloc(5_000_000, 1)]) })
  const user = await makeUser(shop.db)
  await upload(user, await makePicture())
  const before = await memoryBytes()
  let sent = 0
  const senders = Array.from({ length: 80 }, () => {
    const sender = request(`${server.origin}/api/users/me`, {
      method: 'PUT',
      headers: { ...headers, ...user.headers, 'content-length': payload.length },
    })
    sender.on('error', () => {})
    sender.write(payload.subarray(0, -100), () => sent++)
    return sender
  })
  await expect.poll(() => sent, { timeout: 40_000 }).toBe(80)
  const grown = (await memoryBytes()) - before
  console.log(`80 uploads of 5 MB: ${(grown / 1e6).toFixed()} MB more memory`)
  for (const sender of senders) sender.destroy()
  expect(grown).toBeLessThan(150_000_000)
})

test('SIGTERM ends the server within 12 s while it has the attack and other pictures to decode', async () => {
  const slow = await makeSlowPicture()
  const users = await Promise.all(Array.from({ length: 4 }, () => makeUser(shop.db)))
  for (const [index, user] of users.entries()) void upload(user, index === 0 ? endless : slow)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const startedAt = performance.now()
  process.kill(server.pid, 'SIGTERM')
  const outcome = await Promise.race([
    server.ended.then(() => 'ended'),
    new Promise((resolve) => setTimeout(resolve, 20_000, 'still running')),
  ])
  console.log(`SIGTERM: ${outcome} after ${(performance.now() - startedAt).toFixed()} ms`)
  expect(outcome).toBe('ended')
  expect(performance.now() - startedAt).toBeLessThan(12_000)
})
