/** Against a server that answers over HTTPS. */
import type { ServerResponse } from 'node:http'
import type { ImportPlan, ProductImport } from '@camilan/contract/product-import'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { isPublicAddress } from '../../platform/outgoing/public-request.ts'
import { openHttpsServer } from '../../testing/https-server.ts'
import { useShop } from '../../testing/make-shop.ts'
import { makePicture } from '../../testing/pictures.ts'
import { storePicture } from '../../testing/store-picture.ts'
import { useOpened } from '../../testing/use-opened.ts'
import { fetchPictures } from './fetch-pictures.ts'

const shop = useShop()
const sari = useOpened(() => shop.admin())
let far: Awaited<ReturnType<typeof openHttpsServer>>
let asked: string[] = []
let pictures: Record<string, (reply: ServerResponse) => void>

beforeAll(async () => {
  const [red, blue] = [await makePicture(), await makePicture({ width: 500 })]
  const tooLarge = Buffer.alloc(5 * 1024 * 1024 + 1)
  pictures = {
    '/red.jpg': (reply) => reply.end(red),
    '/blue.jpg': (reply) => reply.end(blue),
    '/page': (reply) => reply.end('<html>'),
    '/moved.jpg': (reply) => reply.writeHead(302, { location: '/red.jpg' }).end(),
    '/gone.jpg': (reply) => reply.writeHead(404).end(),
    '/large.jpg': (reply) => reply.end(tooLarge),
    '/busy.jpg': (reply) => reply.writeHead(503).end(),
  }
  far = await openHttpsServer((request, reply) => {
    asked.push(request.url ?? '')
    pictures[request.url ?? '']?.(reply)
  })
})
afterAll(() => {
  far.close()
})
beforeEach(async () => {
  asked = []
  await sql`truncate products, orders, product_imports cascade`.execute(shop.db)
})

const run = (isAllowed: (address: string) => boolean = () => true) => {
  const deps = { db: shop.db, media: shop.media, clock: shop.clock, reach: { isAllowed, ca: far.ca } }
  return fetchPictures(deps, new AbortController().signal)
}

const url = (path: string, host = 'localhost') => `https://${host}:${far.port}${path}`
async function importGoods(addresses: readonly string[]) {
  const rows = addresses.map((address, n) => `Keripik ${n},9000,5,Kue Kering,250,Toples,Renyah,"${address}"`)
  const csv = `Nama,Harga,Stok,Kategori,Berat,Kemasan,Deskripsi,Foto\n${rows.join('\n')}`
  const columns = { name: 0, price: 1, stock: 2, category: 3, weight: 4, packaging: 5, description: 6, image_1: 7 }
  const form = {
    file: new Blob([csv]),
    columns: JSON.stringify(columns),
    choices: JSON.stringify({ defaults: {}, words: [], skip: [] }),
  }
  const { plan } = (await sari.ask<ImportPlan>('POST', '/admin/products/imports/plan', { form })).body.data
  const { status, body } = await sari.ask<{ id: string }>('POST', '/admin/products/imports', {
    form: { ...form, plan },
  })
  expect(status).toBe(201)
  return body.data.id
}
const pictureState = async () =>
  (await sari.ask<ProductImport[]>('GET', '/admin/products/imports')).body.data[0]?.pictures
const products = () => shop.db.selectFrom('products').select(['image', 'more_images']).orderBy('name').execute()

test('pictures come from their addresses, in the order of the table, and the product stays hidden', async () => {
  await importGoods([`${url('/red.jpg')} ${url('/blue.jpg')}`, url('/blue.jpg')])
  expect(await pictureState()).toMatchObject({ stored: 0, waiting: 3 })
  await run()
  expect(await pictureState()).toEqual({ stored: 3, waiting: 0, failed: { total: 0, data: [] } })
  const [both, blue] = await products()
  expect(both).toEqual({ image: expect.any(String), more_images: [blue?.image] })
  expect((await shop.ask<object[]>('GET', '/products')).body.data).toEqual([])
  await run()
  expect(asked.length).toBe(3)
})

test('what is no picture is named by its line, and is tried again when asked to', async () => {
  const addresses = ['/page', '/moved.jpg', '/gone.jpg', '/large.jpg', '/busy.jpg'].map((path) => url(path))
  const id = await importGoods([...addresses, 'foto1.jpg', 'http://example.com/a.jpg'])
  for (let round = 0; round < 3; round += 1) {
    await run()
    await shop.advanceClock(hours(1))
  }
  const failed = (await pictureState())?.failed.data.map(({ line, problem }) => `${line}: ${problem}`)
  expect(failed).toEqual([
    '2: Tipe file tidak didukung. Gunakan JPEG, PNG, atau GIF.',
    '3: Alamat ini mengalihkan ke alamat lain. Pakai alamat gambarnya sendiri.',
    '4: Alamat ini menjawab 404, bukan gambar.',
    '5: Ukuran file terlalu besar. Maksimal 5MB.',
    '6: Alamat ini menjawab 503, bukan gambar.',
    '7: Alamatnya harus https:// di internet, yang bisa dibuka siapa pun.',
    '8: Alamatnya harus https:// di internet, yang bisa dibuka siapa pun.',
  ])
  expect(asked.filter((path) => path === '/busy.jpg')).toHaveLength(3)
  expect(asked).not.toContain('/red.jpg')
  const { '/red.jpg': red } = pictures
  if (red) pictures['/gone.jpg'] = red
  await sari.ask('POST', `/admin/products/imports/${id}/pictures`)
  await run()
  expect(await pictureState()).toMatchObject({ stored: 1 })
})

test('a later picture is put into its place, and leaves what the seller did meanwhile; an own one outlives the undo', async () => {
  const id = await importGoods([['/red.jpg', '/later.jpg', '/blue.jpg'].map((path) => url(path)).join(' ')])
  pictures['/later.jpg'] = (reply) => reply.writeHead(404).end()
  await run()
  const [fetched] = await products()
  const blue = fetched?.more_images[0] ?? ''
  const own = await storePicture(shop.media, await makePicture({ width: 600 }))
  await shop.db
    .updateTable('products')
    .set({ image: own, more_images: [blue] })
    .execute()
  const later = await makePicture({ width: 700 })
  pictures['/later.jpg'] = (reply) => reply.end(later)
  await sari.ask('POST', `/admin/products/imports/${id}/pictures`)
  await run()
  expect(await products()).toEqual([{ image: own, more_images: [expect.any(String), blue] }])
  expect((await sari.ask('DELETE', `/admin/products/imports/${id}`)).body.data).toMatchObject({ removed: 0, kept: 1 })
})

test.each(['localhost', '127.0.0.1', '[::1]'])(
  'nothing is fetched from %s, which is no public address',
  async (host) => {
    await importGoods([url('/red.jpg', host)])
    await run(isPublicAddress)
    expect([asked, (await pictureState())?.failed.total]).toEqual([[], 1])
  },
)
