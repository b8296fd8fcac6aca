/** A server as a process whose pictures are in S3. */
import { expect, onTestFinished, test } from 'vitest'
import { productForm } from './testing/make-product.ts'
import { makeAdmin } from './testing/make-user.ts'
import { makePicture } from './testing/pictures.ts'
import { startRelay } from './testing/relay.ts'
import { environmentOf, useS3 } from './testing/s3-server.ts'
import { useSharedGateway } from './testing/shared-gateway.ts'
import { clientOf } from './testing/shop-client.ts'
import { type ShopProcess, startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'
import { useOpened } from './testing/use-opened.ts'

const database = useTestDb()
const s3 = useS3()
const shared = useSharedGateway()

const admin = useOpened(() => makeAdmin(database.db))

async function start(environment: Record<string, string>): Promise<ShopProcess> {
  const shop = await startShopProcess(database.connection, { ...shared.environment, ...environment })
  onTestFinished(async () => void (await shop.kill()))
  return shop
}

/** A link to an S3 store that can be cut and restored. */
async function startLink() {
  const settings = s3.settings()
  const { hostname: host, port } = new URL(settings.endpoint)
  const relay = await startRelay({ host, port: Number(port) })
  return {
    environment: environmentOf({ ...settings, endpoint: `http://127.0.0.1:${relay.port}` }),
    cut: () => relay.leadTo({ host, port: 9 }), // where nothing listens
    restore: () => relay.leadTo({ host, port: Number(port) }),
  }
}

function sell({ origin }: ShopProcess, picture: Buffer) {
  const form = { ...productForm, image: new Blob([new Uint8Array(picture)]) }
  return clientOf(admin, origin).ask<{ image: string }>('POST', '/admin/products', { form })
}
const pictureAt = async ({ origin }: ShopProcess, image: string) => {
  const answer = await fetch(`${origin}${new URL(image).pathname}`)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test("pages work while S3 is away, pictures and uploads are 503 with the shop's sentence, and afterwards everything works", async () => {
  const link = await startLink()
  const shop = await start(link.environment)
  const leases = () => database.db.selectFrom('leases').select('name').execute()
  const mark = `process ${shop.pid})` // with it the process tells the others where its pictures are
  await expect.poll(async () => (await leases()).map(({ name }) => name).join()).toContain(mark)
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
  const link = await startLink()
  link.cut()
  const shop = await start(link.environment)
  expect(shop.output()).toContain('The shop opens without pictures')
  await expect(start(environmentOf({ ...s3.settings(), bucket: 'tidak-ada' }))).rejects.toThrow(
    /^The server ended:\nThe S3 store at \S+ answers 404 NoSuchBucket for the bucket tidak-ada: check MEDIA_S3_ENDPOINT.*\n$/,
  )
})
