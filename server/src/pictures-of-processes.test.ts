/** Two servers on one database, with separate data folders. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureWebBuild } from './platform/pages/web-build.ts'
import { makeAdmin, type TestUser } from './testing/make-user.ts'
import { makePicture } from './testing/pictures.ts'
import { environmentOf, startCuttableS3, useS3 } from './testing/s3-server.ts'
import { type ShopProcess, startShopProcess } from './testing/shop-process.ts'
import { type TestDb, useTestDb } from './testing/test-db.ts'
import { openSharedGateway } from './testing/two-processes.ts'

const database = useTestDb()
/** For the processes that find only after 20 s that their pictures are apart; they are started before the other tests. */
const apart = useTestDb()
const s3 = useS3()
const elsewhere = 'Another process on this database keeps its pictures elsewhere'
let shared: Awaited<ReturnType<typeof openSharedGateway>>
let admin: TestUser
let processesApart: ShopProcess[] = []

beforeAll(async () => {
  await ensureWebBuild(() => {})
  shared = await openSharedGateway()
  admin = await makeAdmin(database.db)
  processesApart = [await startOn(apart), await startOn(apart)]
}, 300_000)
afterAll(async () => {
  await Promise.all(processesApart.map((shop) => shop.kill()))
  await shared?.gateway.close()
})

const startOn = ({ connection }: TestDb, environment: Record<string, string> = {}) =>
  startShopProcess(connection, { ...shared.environment, ...environment })

async function start(environment: Record<string, string>): Promise<ShopProcess> {
  const shop = await startOn(database, environment)
  onTestFinished(async () => void (await shop.kill()))
  return shop
}

async function sell({ origin }: ShopProcess, picture: Buffer, by = admin) {
  const form = new FormData()
  const fields = {
    name: 'Nastar',
    price: '45000',
    stock: '12',
    category: 'KUE_KERING',
    packaging: 'TOPLES',
    weight: 'GRAM_500',
    description: 'Isi selai nanas.',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('image', new Blob([new Uint8Array(picture)]))
  const answer = await fetch(`${origin}/api/admin/products`, { method: 'POST', headers: by.headers, body: form })
  return {
    status: answer.status,
    body: (await answer.json()) as { data: { image: string }; code?: string; errors?: string },
  }
}
const pictureAt = async ({ origin }: ShopProcess, image: string) => {
  const answer = await fetch(`${origin}${new URL(image).pathname}`)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('a picture that is uploaded at one is seen at the other, when both have S3', async () => {
  const environment = environmentOf(s3.settings())
  const [a, b] = [await start(environment), await start(environment)]
  const { status, body } = await sell(a, await makePicture({ width: 300 }))
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined })
  const [atA, atB] = [await pictureAt(a, body.data.image), await pictureAt(b, body.data.image)]
  expect([atA.status, atB.status]).toEqual([200, 200])
  expect(atB.bytes.equals(atA.bytes)).toBe(true)
  expect(Object.fromEntries(atB.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(atA.bytes.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(a.output() + b.output()).not.toContain(elsewhere)
})

test('while S3 is away pages work, pictures and uploads are 503 in the words of the shop, and it all comes back', async () => {
  const link = await startCuttableS3(s3.settings())
  const shop = await start(environmentOf(link.settings))
  const { body } = await sell(shop, await makePicture({ width: 302 }))
  link.cut()
  const away = await pictureAt(shop, body.data.image)
  expect(away.status).toBe(503)
  expect(away.headers.get('cache-control')).toBe('no-store')
  expect((await fetch(shop.origin)).status).toBe(200)
  expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200)
  const refused = await sell(shop, await makePicture({ width: 303 }))
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'UNAVAILABLE', errors: expect.stringMatching(/coba lagi/i) },
  })
  link.restore()
  await expect.poll(async () => (await pictureAt(shop, body.data.image)).status).toBe(200)
  expect((await sell(shop, await makePicture({ width: 303 }))).status).toBe(201)
  expect(await shop.stop()).toBe(0)
})

test('a shop opens while S3 is away, and says so; it does not open with a bucket that does not exist', async () => {
  const link = await startCuttableS3(s3.settings())
  link.cut()
  const shop = await start(environmentOf(link.settings))
  expect(shop.output()).toContain('The shop opens without pictures')
  await expect(start(environmentOf({ ...s3.settings(), bucket: 'tidak-ada' }))).rejects.toThrow(
    /^The server ended:\nThe S3 store at \S+ answers 404 NoSuchBucket for the bucket tidak-ada: check MEDIA_S3_ENDPOINT.*\n$/,
  )
})

test('with files of their own the picture is missing at the other, and a warning says why', async () => {
  const [a, b] = processesApart
  if (!a || !b) throw new Error('The processes were not started')
  const { body } = await sell(a, await makePicture({ width: 301 }), await makeAdmin(apart.db))
  expect((await pictureAt(a, body.data.image)).status).toBe(200)
  expect((await pictureAt(b, body.data.image)).status).toBe(404)
  await expect.poll(() => b.output(), { timeout: 60_000 }).toContain(elsewhere)
})
