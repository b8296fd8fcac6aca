import type {
  ImportChoices,
  ImportColumns,
  ImportPlan,
  ImportPreview,
  ProductImport,
} from '@camilan/contract/product-import'
import { partsText } from '@camilan/contract/product-parts'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { useOpened } from '../../testing/use-opened.ts'
import { importProducts } from './import-products.ts'

const shop = useShop()
const sari = useOpened(() => shop.admin())
beforeEach(() => sql`truncate products, orders, product_imports cascade`.execute(shop.db))

type Content = string | Buffer<ArrayBuffer>
const blob = (content: Content) => new Blob([content])
const preview = async (content: Content) =>
  (await sari.ask<ImportPreview>('POST', '/admin/products/imports/columns', { form: { file: blob(content) } })).body
    .data

const noChoices: ImportChoices = { defaults: {}, words: [], skip: [] }
async function formOf(content: Content, choices: Partial<ImportChoices> = {}, columns?: ImportColumns) {
  return {
    file: blob(content),
    columns: JSON.stringify(columns ?? (await preview(content)).columns),
    choices: JSON.stringify({ ...noChoices, ...choices }),
  }
}
type Form = Awaited<ReturnType<typeof formOf>>
const planOf = async (form: Form) =>
  (await sari.ask<ImportPlan>('POST', '/admin/products/imports/plan', { form })).body.data
const write = (form: Form, plan: string) =>
  sari.ask<{ id: string }>('POST', '/admin/products/imports', { form: { ...form, plan } })
const imports = async () => (await sari.ask<ProductImport[]>('GET', '/admin/products/imports')).body.data
const products = () => shop.db.selectFrom('products').selectAll().orderBy('name').orderBy('weight').execute()

async function importAll(content: Content, choices?: Partial<ImportChoices>) {
  const form = await formOf(content, choices)
  const plan = await planOf(form)
  const { status, body } = await write(form, plan.plan)
  expect(status).toBe(201)
  return { id: body.data.id, plan }
}

const defaults = { packaging: 'TOPLES', description: 'Renyah.' }
const table = [
  ['Nama Produk', 'Harga Jual (Rp)', 'Stok', 'Kategori Produk', 'Berat (gram)'],
  ['Sagu Keju', 'Rp 45.000', '12', 'kue kering', '250'],
  ['Basreng “pedas”; daun jeruk', '25.000,00', '3,0', 'Makanan Ringan', '1000'],
]
const written = (delimiter: string) =>
  table.map((cells) => cells.map((cell) => `"${cell}"`).join(delimiter)).join('\r\n')

test.each<[string, Content]>([
  ['commas', written(',')],
  ['semicolons and a mark of UTF-8', `\uFEFF${written(';')}`],
  ['tabs, as cells are pasted', written('\t').replaceAll('"', '')],
  ['UTF-16 of Excel', Buffer.from(`\uFEFF${written('\t')}`, 'utf16le')],
  ['the characters of Windows', Buffer.from(written(';').replace('“', '\x93').replace('”', '\x94'), 'latin1')],
  ['a title above', `Daftar produk\r\n\r\n${written(',')}`],
])('new products come from a table with %s, hidden at first', async (_, content) => {
  const { plan } = await importAll(content, { defaults })
  expect(plan).toMatchObject({ added: { total: 2 }, changed: { total: 0 }, problems: { total: 0 }, words: [] })
  expect(await products()).toMatchObject([
    { name: 'Basreng “pedas”; daun jeruk', price: 25_000, stock: 3, category: 'MAKANAN_RINGAN', weight: 'KG_1' },
    { name: 'Sagu Keju', price: 45_000, stock: 12, weight: 'GRAM_250', ...defaults, is_visible: false },
  ])
  const [imported] = await imports()
  expect(imported).toMatchObject({ added: 2, changed: 0, hidden: 2, by: sari.name, undone_at: null })
})

test('a second import of a file adds nothing; other values change, but not the stock', async () => {
  await importAll(written(','), { defaults })
  await sql`update products set stock = stock - 1`.execute(shop.db)
  const again = await planOf(await formOf(written(','), { defaults }))
  expect(again).toMatchObject({ added: { total: 0 }, changed: { total: 0 }, same: 2 })
  const { plan } = await importAll(written(';').replace('Rp 45.000', '47000').replace('"12"', '"99"'), { defaults })
  expect(plan.changed.data).toMatchObject([
    { line: 2, name: 'Sagu Keju', changes: [{ field: 'price', before: 45_000, after: 47_000 }] },
  ])
  expect(await products()).toMatchObject([{ stock: 2 }, { price: 47_000, stock: 11 }])
})

test('a row without what a product needs is named with its number, and nothing is written until it is left out', async () => {
  const csv =
    'Nama,Harga,Stok,Kategori,Berat\nOpak,gratis,,Kue Kering,250 gr\n\nOpak,1000,1,Kue Kering,250 gr\n,5,1,,1 kg\n'
  const form = await formOf(csv, { defaults })
  const plan = await planOf(form)
  expect(plan.problems.data.map(({ line, column, sentence }) => `${line} ${column}: ${sentence}`)).toEqual([
    '2 Harga: Harga harus berupa angka bulat.',
    '2 Stok: Stok wajib diisi.',
    '4 Nama: Produk ini sudah ada di baris 2.',
    '5 Nama: Nama produk wajib diisi.',
    '5 Kategori: Pilih kategori produk.',
  ])
  expect(await write(form, plan.plan)).toMatchObject({ status: 409, body: { code: 'PRODUCT_CHANGED' } })
  expect(await products()).toEqual([])
  await importAll(csv, { defaults, skip: [2, 5] })
  expect(await products()).toMatchObject([{ name: 'Opak', price: 1_000 }])
})

test('words that the lists of the shop do not have are asked about, with the code of a weight', async () => {
  const csv =
    'Nama,Harga,Stok,Kategori,Berat\nSambal,20000,5,Sambal & Lauk,"1,5 kg"\nSambal,9000,5,sambal & lauk,150gr\n'
  const { words, added } = await planOf(await formOf(csv, { defaults }))
  expect(words).toEqual([
    { list: 'categories', word: 'Sambal & Lauk', rows: 2, code: null },
    { list: 'weights', word: '1,5 kg', rows: 1, code: 'GRAM_1500' },
    { list: 'weights', word: '150gr', rows: 1, code: 'GRAM_150' },
  ])
  expect(added.total).toBe(0)
  const chosen = [
    { list: 'categories' as const, word: 'Sambal & Lauk', code: 'MAKANAN_RINGAN' },
    { list: 'weights' as const, word: '1,5 kg', code: 'KG_2' },
    { list: 'weights' as const, word: '150gr', code: 'GRAM_250' },
  ]
  await importAll(csv, { defaults, words: chosen })
  expect(await products()).toMatchObject([{ weight: 'GRAM_250' }, { weight: 'KG_2', category: 'MAKANAN_RINGAN' }])
})

test('words that only a comma or a bracket tells apart are two words, and no term of the shop', async () => {
  await sari.ask('POST', '/admin/terms/weights', { body: { code: 'KG_15' } })
  const csv = 'Nama,Harga,Stok,Kategori,Berat\nA,9000,5,Kue (Basah),"1,5 kg"\nB,9000,5,Kue (Goreng),15 kg\n'
  const { words } = await planOf(await formOf(csv, { defaults }))
  expect(words.map(({ word }) => word)).toEqual(['Kue (Basah)', '1,5 kg', 'Kue (Goreng)'])
  const chosen = [
    { list: 'categories' as const, word: 'Kue (Basah)', code: 'MAKANAN_RINGAN' },
    { list: 'categories' as const, word: 'Kue (Goreng)', code: 'KUE_KERING' },
    { list: 'weights' as const, word: '1,5 kg', code: 'KG_2' },
  ]
  const { added } = await planOf(await formOf(csv, { defaults, words: chosen }))
  expect(added.data.map(({ kind }) => [kind[0], kind[2]])).toEqual([
    ['Makanan Ringan', '2kg'],
    ['Kue Kering', '15kg'],
  ])
})

test.each(['category', 'packaging', 'weight'] as const)(
  'a default %s that the lists do not have is a fault',
  async (name) => {
    const all = { ...defaults, category: 'KUE_KERING', weight: 'KG_1', stock: '0', [name]: 'KG_99' }
    const { problems } = await planOf(await formOf('Nama,Harga\nOpak,9000\n', { defaults: all }))
    expect(problems.total).toBe(1)
  },
)

test('assigned columns are remembered for the same headings; a column that is not there is refused', async () => {
  const csv = 'A,B\nOpak,9000\n'
  const all = { ...defaults, category: 'KUE_KERING', weight: 'KG_1', stock: '0' }
  expect((await preview(csv)).columns).toMatchObject({ name: null, price: null })
  const form = await formOf(csv, { defaults: all }, { name: 0, price: 1 })
  expect((await write(form, (await planOf(form)).plan)).status).toBe(201)
  expect(await preview(csv)).toMatchObject({ columns: { name: 0, price: 1 }, is_remembered: true })
  const wrong = await formOf(csv, {}, { name: 7 })
  expect(await sari.ask('POST', '/admin/products/imports/plan', { form: wrong })).toMatchObject({ status: 400 })
})

test('an import is undone: what it added goes, what it changed returns, what was ordered or changed since stays', async () => {
  await shop.product({ name: 'Sagu Keju', weight: 'GRAM_250', price: 30_000, description: 'Lama' })
  const rows = ['Opak', 'Rengginang', 'Emping'].map((name) => `${name},9000,5,Kue Kering,250`)
  const { id } = await importAll(`${written(',')}\r\n${rows.join('\r\n')}\r\n`.replaceAll('\r\n\r\n', '\r\n'), {
    defaults,
  })
  const named = async (name: string) => (await products()).find((product) => product.name === name)
  expect(await named('Sagu Keju')).toMatchObject({ price: 45_000 })
  await sari.ask('PUT', `/admin/products/${(await named('Opak'))?.id}`, { form: { price: '10000' } })
  await sari.ask('PUT', `/admin/products/${(await named('Emping'))?.id}`, { form: { is_visible: 'true' } })
  const undo = () => sari.ask('DELETE', `/admin/products/imports/${id}`)
  expect((await undo()).body.data).toEqual({ removed: 2, restored: 1, kept: 2 })
  expect((await products()).map(({ name, price }) => [name, price])).toEqual([
    ['Emping', 9_000],
    ['Opak', 10_000],
    ['Sagu Keju', 30_000],
  ])
  expect((await undo()).body.data).toEqual({ removed: 0, restored: 0, kept: 0 })
})

test('an imported product that was sold only inside a hamper stays when the import is undone', async () => {
  const { id } = await importAll(written(','), { defaults })
  await shop.db.updateTable('products').set({ stock: 5, is_visible: true }).execute()
  const [part] = await products()
  const parts = partsText([{ product_id: part?.id ?? '', quantity: 1 }])
  await (await shop.customer()).buy(await shop.product({ name: 'Hampers', stock: 0, parts }), 1)
  const undone = await sari.ask('DELETE', `/admin/products/imports/${id}`)
  expect(undone.body.data).toEqual({ removed: 1, restored: 0, kept: 1 })
})

test('what an import added is shown to buyers by one call', async () => {
  const { id } = await importAll(written(','), { defaults })
  expect((await sari.ask('POST', `/admin/products/imports/${id}/publish`)).body.message).toBe('2 produk tampil di toko')
  const listed = await shop.ask<object[]>('GET', '/products')
  expect(listed.body.data).toHaveLength(2)
})

test('of two imports of one file at once, one adds the products', async () => {
  const form = await formOf(written(','), { defaults })
  const { plan } = await planOf(form)
  const file = await shop.media.openUpload()
  onTestFinished(() => file.close())
  await file.write(written(','))
  const sent = { file, columns: JSON.parse(form.columns), choices: JSON.parse(form.choices), plan }
  const by = { ...sari, role: 'admin', isDemo: false, access: { token: sari.token, roles: ['admin'] } } as const
  // Two processes do not wait for each other's requests.
  const both = [1, 2].map(() =>
    importProducts(shop.db, by, sent, shop.clock()).then(
      () => 'written',
      ({ code }) => code,
    ),
  )
  expect((await Promise.all(both)).toSorted()).toEqual(['PRODUCT_CHANGED', 'written'])
  expect(await products()).toHaveLength(2)
})

test('3,000 products are planned and written, and no more', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => `Keripik ${n},9000,5,Kue Kering,250,${'Renyah. '.repeat(60)}`)
  const csv = (count: number) => `Nama,Harga,Stok,Kategori,Berat,Deskripsi\n${rows(count).join('\n')}`
  const { plan } = await importAll(csv(3_000), { defaults })
  expect(plan.added.total).toBe(3_000)
  expect(await products()).toHaveLength(3_000)
  const { body } = await sari.ask('POST', '/admin/products/imports/columns', { form: { file: blob(csv(3_001)) } })
  expect(body).toMatchObject({ data: { headers: expect.anything() } })
  const refused = await sari.ask('POST', '/admin/products/imports/plan', { form: await formOf(csv(3_001)) })
  expect(refused).toMatchObject({ status: 400, body: { fields: { file: expect.stringContaining('3.000 baris') } } })
})
