import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { imageUrlUnder } from '../media/files/image-url.ts'
import { makeGuards } from '../people/login/guards.ts'
import { type Broadcast, openBroadcast } from '../platform/events/broadcast.ts'
import { type FormFields, formOf } from '../testing/forms.ts'
import { makeApi } from '../testing/make-api.ts'
import { makeProduct, productForm as nastar } from '../testing/make-product.ts'
import { makeAdmin, type TestUser } from '../testing/make-user.ts'
import { useMedia } from '../testing/media-folder.ts'
import { makePicture } from '../testing/pictures.ts'
import { useTestDb } from '../testing/test-db.ts'
import { adminCatalogRoutes } from './admin-routes.ts'
import { catalogTopic } from './catalog-change.ts'
import { presentProducts } from './read/present.ts'

const shop = useTestDb()
const media = useMedia(shop)
const onCatalogChange = vi.fn()
let broadcast: Broadcast
let api: Awaited<ReturnType<typeof makeApi>>
let admin: TestUser

beforeAll(async () => {
  const { db } = shop
  const clock = () => new Date()
  broadcast = openBroadcast(shop.connection, { warn() {} }, db)
  broadcast.subscribe(catalogTopic, { onEvent: onCatalogChange, onDisconnect() {} })
  api = await makeApi(
    ...adminCatalogRoutes({
      db,
      clock,
      guards: makeGuards({ db, clock }),
      media: media.media,
      csvSeparator: () => ',',
      present: presentProducts(imageUrlUnder('http://toko.test')),
    }),
  )
  admin = await makeAdmin(db)
})
afterAll(() => broadcast.close())
beforeEach(() => onCatalogChange.mockClear())

async function send(
  method: 'POST' | 'PUT',
  url: string,
  fields: FormFields,
  { headers: asUser } = admin,
  key?: string,
) {
  const keyed = key === undefined ? {} : { 'idempotency-key': key }
  const answer = await api.inject({ method, url, payload: formOf(fields), headers: { ...asUser, ...keyed } })
  return { status: answer.statusCode, body: answer.json() }
}

const picture = async () => new Blob([new Uint8Array(await makePicture())])

describe('adding', () => {
  test('a product with a picture is on sale, and its picture is stored', async () => {
    const { status, body } = await send('POST', '/admin/products', { ...nastar, image: await picture() })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ ...nastar, price: 45_000, stock: 12, low_stock_at: 5 })
    const file = /^http:\/\/toko\.test\/media\/(.+-640\.webp)$/.exec(body.data.image)?.[1] ?? ''
    expect(await media.store.has(file)).toBe(true)
    expect(onCatalogChange).toHaveBeenCalledTimes(1)
    const read = await api.inject({ url: `/admin/products/${body.data.id}`, headers: admin.headers })
    expect(read.json()).toEqual({ data: body.data })
  })

  test('the form sets the threshold for low stock', async () => {
    expect((await send('POST', '/admin/products', { ...nastar, low_stock_at: '20' })).body.data.low_stock_at).toBe(20)
    expect((await send('POST', '/admin/products', { ...nastar, low_stock_at: ' ' })).body.data.low_stock_at).toBe(5)
    expect(await send('POST', '/admin/products', { ...nastar, low_stock_at: '-1' })).toMatchObject({
      status: 400,
      body: { fields: { low_stock_at: 'Batas stok menipis harus antara 0 dan 1.000.000.' } },
    })
  })

  test('the picture is optional', async () => {
    expect((await send('POST', '/admin/products', nastar)).body.data.image).toBeNull()
  })

  test('the same form sent twice with one Idempotency-Key creates one product', async () => {
    const fields = { ...nastar, name: 'Nastar Sekali', image: await picture() }
    const add = (key: string | undefined, overrides = {}) =>
      send('POST', '/admin/products', { ...fields, ...overrides }, admin, key)
    const [first, concurrent] = await Promise.all([add('kunci'), add('kunci')])
    expect(first.status).toBe(201)
    expect([concurrent, await add('kunci')]).toEqual([first, first])
    const created = () => shop.db.selectFrom('products').select('id').where('name', '=', 'Nastar Sekali').execute()
    expect(await created()).toEqual([{ id: first.body.data.id }])
    for (const other of [{ price: '46000' }, { image: new Blob([new Uint8Array(await makePicture({ width: 40 }))]) }]) {
      expect(await add('kunci', other)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } })
    }
    await add('kunci lain')
    await add(undefined)
    expect(await created()).toHaveLength(3)
  })

  test('every other field is required, and an incomplete form creates nothing', async () => {
    const { status, body } = await send('POST', '/admin/products', { name: ' ', price: '1.5' })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(Object.keys(nastar))
    expect(onCatalogChange).not.toHaveBeenCalled()
  })

  test.each([
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      415,
      'Tipe file tidak didukung. Gunakan JPEG, PNG, atau GIF.',
    ],
    ['a file of 6 MB', 'x'.repeat(6_000_000), 413, 'Ukuran file terlalu besar. Maksimal 5MB.'],
  ])('%s is refused', async (_, content, status, errors) => {
    const image = new File([content], 'foto.png', { type: 'image/png' })
    expect(await send('POST', '/admin/products', { ...nastar, image })).toMatchObject({ status, body: { errors } })
  })
})

describe('changing', () => {
  test('fields with a value are replaced; empty or missing ones, and text in `image`, keep the old value', async () => {
    const before = (await send('POST', '/admin/products', { ...nastar, image: await picture() })).body.data
    const changed = await send('PUT', `/admin/products/${before.id}`, {
      price: '50000',
      name: '',
      image: 'http://jahat.test/x.png',
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { ...before, price: 50_000, version: expect.any(Number) } },
    })
    expect(onCatalogChange).toHaveBeenCalledTimes(2)
  })

  test('a change of the stock that is sent again with its Idempotency-Key is made once', async () => {
    const [{ id }, other] = [await makeProduct(shop.db, { stock: 10 }), await makeProduct(shop.db, { stock: 10 })]
    const add = (stock_change: string, key?: string, product = id) =>
      send('PUT', `/admin/products/${product}`, { stock_change }, admin, key)
    const [first, concurrent] = await Promise.all([add('20', 'tambah'), add('20', 'tambah')])
    expect([first.status, first.body.data.stock]).toEqual([200, 30])
    expect([concurrent, await add('20', 'tambah')]).toEqual([first, first])
    expect((await add('-3')).body.data.stock).toBe(27)
    for (const answer of [await add('5', 'tambah'), await add('20', 'tambah', other.id)]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } })
    }
  })

  test.each(['+20', '1.5', '1.000', 'banyak', '1000001'])('%s is no change of the stock', async (stock_change) => {
    const { id } = await makeProduct(shop.db, { stock: 10 })
    expect(await send('PUT', `/admin/products/${id}`, { stock_change })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', fields: { stock_change: expect.any(String) } },
    })
  })

  test('a new picture replaces the old one', async () => {
    const { id } = await makeProduct(shop.db, { image: 'a'.repeat(32) })
    const { body } = await send('PUT', `/admin/products/${id}`, { image: await picture() })
    expect(body.data.image).not.toContain('a'.repeat(32))
  })

  test('an unknown product is not found', async () => {
    for (const id of [crypto.randomUUID(), 'x']) {
      expect(await send('PUT', `/admin/products/${id}`, nastar)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    }
  })
})

test('a deleted product cannot be deleted again', async () => {
  const { id } = await makeProduct(shop.db)
  const remove = () => api.inject({ method: 'DELETE', url: `/admin/products/${id}`, headers: admin.headers })
  expect((await remove()).json()).toEqual({ message: 'Produk berhasil dihapus!' })
  expect((await remove()).statusCode).toBe(404)
  expect(onCatalogChange).toHaveBeenCalledTimes(1)
})

describe('the list', () => {
  async function list(query: string) {
    const answer = await api.inject({ url: `/admin/products?${query}`, headers: admin.headers })
    return answer.json<{ data: { name: string }[]; pagination: object }>()
  }

  test('has the products of the public list, with their threshold for low stock', async () => {
    await makeProduct(shop.db, { name: 'Rengginang Udang', low_stock_at: 8 })
    expect(await list('query=udang')).toMatchObject({
      data: [{ name: 'Rengginang Udang', low_stock_at: 8 }],
      pagination: { total_products: 1 },
    })
  })

  test('can be limited to products that are low in stock or sold out', async () => {
    for (const [name, stock, low_stock_at] of [
      ['Putri Salju A', 20, 20],
      ['Putri Salju B', 6, 5],
      ['Putri Salju C', 0, 5],
    ] as const) {
      await makeProduct(shop.db, { name, stock, low_stock_at })
    }
    await makeProduct(shop.db, { name: 'Putri Salju D', stock: 0, archived_at: new Date() })
    const names = async (stock: string) => (await list(`query=salju&stock=${stock}`)).data.map(({ name }) => name)
    expect(await names('low')).toEqual(['Putri Salju A', 'Putri Salju C'])
    expect(await names('out')).toEqual(['Putri Salju C'])
    expect(await names('banyak')).toHaveLength(3)
  })
})
