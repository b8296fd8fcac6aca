import { pictureSentences, splitPicture } from '@camilan/contract/product-pictures'
import { beforeAll, expect, test } from 'vitest'
import { deleteUnusedImages } from '../media/delete-unused-images.ts'
import { fullSetTopic } from '../media/files/full-sets.ts'
import { basicFiles } from '../media/files/image-files.ts'
import { imageUrlUnder } from '../media/files/image-url.ts'
import { makeGuards } from '../people/login/guards.ts'
import { openBroadcast } from '../platform/events/broadcast.ts'
import { type FormFields, formOf } from '../testing/forms.ts'
import { makeApi } from '../testing/make-api.ts'
import { makeProduct, productForm } from '../testing/make-product.ts'
import { makeAdmin, type TestUser } from '../testing/make-user.ts'
import { useMedia } from '../testing/media-folder.ts'
import { makePicture } from '../testing/pictures.ts'
import { useTestDb } from '../testing/test-db.ts'
import { adminCatalogRoutes } from './admin-routes.ts'
import { presentProducts } from './read/present.ts'

const shop = useTestDb()
const media = useMedia(shop)
let api: Awaited<ReturnType<typeof makeApi>>
let admin: TestUser
let width = 20
/** The URLs of three uploaded pictures. */
let urls: string[]

beforeAll(async () => {
  const { db } = shop
  const clock = () => new Date()
  const broadcast = openBroadcast(shop.connection, { warn() {} }, db)
  broadcast.subscribe(fullSetTopic, media.media.fullSets)
  const present = presentProducts(imageUrlUnder('http://toko.test', media.media.fullSets))
  api = await makeApi(
    ...adminCatalogRoutes({
      db,
      clock,
      guards: makeGuards({ db, clock }),
      media: media.media,
      present,
      csvSeparator: () => ',',
    }),
  )
  admin = await makeAdmin(db)
  urls = [await upload(), await upload(), await upload()]
  return () => broadcast.close()
})

async function send(method: 'POST' | 'PUT', url: string, fields: FormFields) {
  const answer = await api.inject({ method, url, payload: formOf(fields), headers: admin.headers })
  return { status: answer.statusCode, body: answer.json() }
}
const newPicture = async () => new Blob([new Uint8Array(await makePicture({ width: width++, height: 30 }))])
const upload = async (image?: Blob) =>
  (await send('POST', '/admin/pictures', { image: image ?? (await newPicture()) })).body.data.image as string
const save = (id: string, fields: FormFields) => send('PUT', `/admin/products/${id}`, fields)

test('pictures are added, ordered, taken away and replaced by the form that names them', async () => {
  const [one = '', two = '', three = ''] = urls
  const added = await send('POST', '/admin/products', { ...productForm, images: `${one} ${two}` })
  expect(added).toMatchObject({ status: 201, body: { data: { image: one, images: [one, two] } } })
  // The first answer has the colours to show until they are loaded.
  const look = expect.stringMatching(/^[0-9a-f]{9}$/)
  expect(added.body.data).toMatchObject({ image_look: look, images_look: [look, look] })
  const { id, version } = added.body.data
  const changed = await save(id, { images: `${three} ${one}`, version: String(version) })
  expect(changed.body.data).toMatchObject({ image: three, images: [three, one] })
  const second = await save(id, { images: one, version: String(version) })
  expect(second).toMatchObject({ status: 409, body: { code: 'PRODUCT_CHANGED' } })
  // The spec's form replaces the first one.
  expect((await save(id, { image: await newPicture() })).body.data.images).toEqual([
    expect.not.stringMatching(three),
    one,
  ])
  expect((await save(id, { price: '9000', images: ' ' })).body.data.images).toHaveLength(2)
})

test('the same file is one picture, so that a lost answer can be asked for again', async () => {
  const file = await newPicture()
  expect(await upload(file)).toBe(await upload(file))
})

test.each<[string, () => string, string?]>([
  [
    'seven',
    () => Array.from({ length: 7 }, (_, i) => `http://toko.test/media/${String(i).repeat(32)}-640.webp`).join(' '),
  ],
  ['the same twice', () => `${urls[0]} ${urls[0]}#,1,1`],
  ['one that is not stored', () => `http://toko.test/media/${'c'.repeat(32)}-640.webp`, pictureSentences.gone],
  ['another address', () => 'https://lain.id/foto.jpg'],
  ['a focus outside', () => `${urls[0]}#,101,0`],
])('%s: refused, and nothing is changed', async (_, images, sentence = pictureSentences.refused) => {
  const product = await makeProduct(shop.db)
  expect(await save(product.id, { name: 'Lain', images: images() })).toMatchObject({
    status: 400,
    body: { fields: { images: sentence } },
  })
  expect(await shop.db.selectFrom('products').select('name').where('id', '=', product.id).execute()).toEqual([
    { name: product.name },
  ])
})

test('a deleted product comes back with its pictures', async () => {
  const { id } = await makeProduct(shop.db)
  await save(id, { images: urls.join(' ') })
  await api.inject({ method: 'DELETE', url: `/admin/products/${id}`, headers: admin.headers })
  expect((await save(id, { images: urls[0] ?? '' })).status).toBe(404)
  const back = await api.inject({ method: 'POST', url: `/admin/products/${id}/restore`, headers: admin.headers })
  expect(back.json().data.images).toEqual(urls)
})

test('a copy is hidden, has no stock, and keeps its pictures when the other product is deleted', async () => {
  const facts = { ingredients: 'Tepung', allergens: 'complete,milk:contains', cost_price: 9_000, net_weight_grams: 480 }
  const arranged = { group_id: crypto.randomUUID(), place: 1, sold_count: 40 }
  const product = await makeProduct(shop.db, { name: `${'N'.repeat(89)}🍪${'N'.repeat(9)}`, ...facts, ...arranged })
  const own = [await upload(), await upload()]
  await save(product.id, { images: own.join(' ') })
  const duplicate = () =>
    api.inject({
      method: 'POST',
      url: `/admin/products/${product.id}/duplicate`,
      headers: { ...admin.headers, 'idempotency-key': 'salin' },
    })
  const copy = await duplicate()
  expect(copy.statusCode).toBe(201)
  const { data } = copy.json()
  expect((await duplicate()).json().data.id).toBe(data.id)
  expect(data).toMatchObject({
    name: `${'N'.repeat(89)} (salinan)`,
    images: own,
    stock: 0,
    is_visible: false,
    group_id: null,
    sold_count: null,
    allergens: { complete: true },
    ...{ price: product.price, cost_price: 9_000, net_weight_grams: 480 },
  })
  await api.inject({ method: 'DELETE', url: `/admin/products/${product.id}`, headers: admin.headers })
  const later = [1, 2].map((day) => new Date(Date.now() + day * 86_400_000))
  for (const at of later) await deleteUnusedImages({ db: shop.db, store: media.store }, at)
  const files = own.flatMap((url) => basicFiles(splitPicture(url).hash ?? ''))
  expect(await Promise.all(files.map((name) => media.store.has(name)))).not.toContain(false)
})

test('every product with the picture has its focus, and nobody gets another address', async () => {
  const [one = '', two = ''] = urls
  const [lookOfOne, lookOfTwo] = [one, two].map((url) => media.media.fullSets.lookOf(splitPicture(url).hash ?? ''))
  const products = [await makeProduct(shop.db), await makeProduct(shop.db)]
  for (const { id } of products) await save(id, { images: `${one} ${two}` })
  const answer = await save(products[0]?.id ?? '', { images: `${one} ${two}#,30,70` })
  const focused = { images: [one, two], images_look: [lookOfOne, `${lookOfTwo},30,70`] }
  expect(answer.body.data).toMatchObject(focused)
  const other = await api.inject({ url: `/admin/products/${products[1]?.id}`, headers: admin.headers })
  expect(other.json().data).toMatchObject(focused)
  // A form that was opened before keeps it, even before the last release, whose addresses named the full set and the look.
  const former = `${two.replace('-640', '-full-640')}#c9b86a751`
  expect((await save(products[1]?.id ?? '', { images: `${former} ${one}` })).body.data).toMatchObject({
    image: two,
    image_look: `${lookOfTwo},30,70`,
  })
})
