/** A server as a process whose pictures are in S3. */
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeAdmin, type TestUser } from './testing/make-user.ts'
import { makePicture } from './testing/pictures.ts'
import { environmentOf, startCuttableS3, useS3 } from './testing/s3-server.ts'
import { type ShopProcess, startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'
import { useSharedGateway } from './testing/two-processes.ts'

const database = useTestDb()
const s3 = useS3()
const shared = useSharedGateway()
let admin: TestUser

beforeAll(async () => {
  admin = await makeAdmin(database.db)
})

async function start(environment: Record<string, string>): Promise<ShopProcess> {
  const shop = await startShopProcess(database.connection, { ...shared.environment, ...environment })
  onTestFinished(async () => void (await shop.kill()))
  return shop
}

async function sell({ origin }: ShopProcess, picture: Buffer) {
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
  const answer = await fetch(`${origin}/api/admin/products`, { method: 'POST', headers: admin.headers, body: form })
  return {
    status: answer.status,
    body: (await answer.json()) as { data: { image: string }; code?: string; errors?: string },
  }
}
const pictureAt = async ({ origin }: ShopProcess, image: string) => {
  const answer = await fetch(`${origin}${new URL(image).pathname}`)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test("pages work while S3 is away, pictures and uploads are 503 with the shop's sentence, and afterwards everything works", async () => {
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

test('a shop opens while S3 is away, and says so; it does not open if the bucket does not exist', async () => {
  const link = await startCuttableS3(s3.settings())
  link.cut()
  const shop = await start(environmentOf(link.settings))
  expect(shop.output()).toContain('The shop opens without pictures')
  await expect(start(environmentOf({ ...s3.settings(), bucket: 'tidak-ada' }))).rejects.toThrow(
    /^The server ended:\nThe S3 store at \S+ answers 404 NoSuchBucket for the bucket tidak-ada: check MEDIA_S3_ENDPOINT.*\n$/,
  )
})
