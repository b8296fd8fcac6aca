import { allergenNames } from '@camilan/contract/food-facts'
import type { CsvChanges } from '@camilan/contract/many-products'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useShop } from '../testing/make-shop.ts'
import type { Customer } from '../testing/shop-client.ts'

const shop = useShop()
let sari: Customer

beforeAll(async () => {
  sari = await shop.admin()
})
beforeEach(() => sql`truncate products, orders cascade`.execute(shop.db))

const download = async () => (await fetch(`${shop.origin}/api/admin/products/csv`, { headers: sari.headers })).text()
const upload = (csv: string, more: object = {}) =>
  sari.ask<CsvChanges>('POST', '/admin/products/csv', { body: { csv, ...more } })
const rowOf = ({ id }: { id: string }) =>
  shop.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('an unchanged file changes nothing, also of texts that look like formulas', async () => {
  await shop.product({ name: '=1+1', description: '-3 kg; =SUM(A1)\n+62\ndua baris' })
  await shop.product({ name: "'kutip", description: '@a, b', pirt_number: '0205317501000125' })
  const csv = await download()
  // A spreadsheet would save it as 2.05318E+14.
  expect(csv).toContain(",'0205317501000125")
  for (const cell of ["'=1+1", "; '=SUM(A1)", "'@a"]) expect(csv).toContain(cell)
  expect(csv).not.toMatch(/(^|[,;"\n\t])\s*[=+@-]/)
  for (const file of [csv, csv.replaceAll('\r\n', '\n')]) {
    expect((await upload(file, { preview: true })).body.data).toMatchObject({ items: [], problems: [] })
  }
})

test('a changed file is seen before it is done, and does what was seen', async () => {
  const chips = await shop.product({ name: 'Opak' })
  await shop.product()
  const csv = (await download()).replace('Opak,25000,10', 'Opak Manis,27500,15')
  const seen = (await upload(csv, { preview: true })).body.data
  expect(seen).toMatchObject({
    problems: [],
    items: [
      {
        id: chips.id,
        changes: [
          { field: 'name', before: 'Opak', after: 'Opak Manis' },
          { field: 'price', before: 25_000, after: 27_500 },
          { field: 'stock', before: 10, after: 15 },
        ],
      },
    ],
  })
  expect(await rowOf(chips)).toMatchObject({ name: 'Opak', price: 25_000 })
  await sari.ask('PUT', `/admin/products/${chips.id}`, { form: { price: '26000' } })
  expect(await upload(csv, { seen: seen.seen })).toMatchObject({ status: 409, body: { code: 'PRODUCT_CHANGED' } })
  expect(await upload(csv)).toMatchObject({ status: 200 })
  expect(await rowOf(chips)).toMatchObject({ name: 'Opak Manis', price: 27_500, stock: 15 })
})

test('other ingredients in a file end the mark of a complete declaration, which its cell only repeats', async () => {
  const allergens = ['complete', ...allergenNames.map((name) => `${name}:free`)].join()
  const opak = await shop.product({ ingredients: 'Singkong', allergens })
  const csv = (await download()).replace('Singkong', 'Singkong dan kacang')
  const { items } = (await upload(csv, { preview: true })).body.data
  expect(items[0]?.changes.map(({ field }) => field)).toEqual(['ingredients', 'allergens'])
  expect(await upload(csv)).toMatchObject({ status: 200 })
  expect((await rowOf(opak)).allergens).toBe(allergens.replace('complete,', ''))
})

test('the cost and the facts of food are the last columns; 0 or - removes what is there, an empty cell does not', async () => {
  const chips = await shop.product({ cost_price: 9_000 })
  expect((await download()).split('\r\n')[0]).toMatch(/,expected_stock,cost_price,ingredients,allergens,/)
  for (const [cost, kept] of [
    ['9500', 9_500],
    ['', 9_500],
    ['0', null],
  ] as const) {
    expect(await upload(`id,cost_price\n${chips.id},${cost}\n`)).toMatchObject({ status: 200 })
    expect(await rowOf(chips)).toMatchObject({ cost_price: kept })
  }
  for (const [storage, kept] of [
    ['Tempat kering', 'Tempat kering'],
    ['', 'Tempat kering'],
    ["'-", null],
  ] as const) {
    expect(await upload(`id,storage\n${chips.id},${storage}\n`)).toMatchObject({ status: 200 })
    expect(await rowOf(chips)).toMatchObject({ storage: kept })
  }
})

test('a file that Excel or LibreOffice has saved shows what it showed before', async () => {
  const [shown, hidden] = [await shop.product(), await shop.product({ is_visible: false })]
  const rows = (yes: string, no: string) => `id;is_visible\n${shown.id};${yes}\n${hidden.id};${no}\n`
  for (const file of [rows('TRUE', 'FALSE'), rows('BENAR', 'SALAH')]) {
    expect((await upload(file, { preview: true })).body.data).toMatchObject({ items: [], problems: [] })
  }
  expect((await upload(rows('FALSE', 'TRUE'))).body.data.items).toHaveLength(2)
  expect(await rowOf(shown)).toMatchObject({ is_visible: false })
  expect(await rowOf(hidden)).toMatchObject({ is_visible: true })
})

test('a file that is sent twice changes nothing the second time', async () => {
  const chips = await shop.product()
  const csv = `id,price\n${chips.id},27500\n`
  const { seen } = (await upload(csv, { preview: true })).body.data
  expect((await upload(csv, { seen })).body.data.items).toHaveLength(1)
  expect(await upload(csv, { seen })).toMatchObject({ status: 200, body: { data: { items: [] } } })
})

test('a sale since the download is not undone: other values change, an edited stock is a problem', async () => {
  const [ani, chips] = [await shop.customer(), await shop.product({ name: 'Opak' })]
  const csv = await download()
  await ani.buy(chips, 3)
  await upload(csv.replace('Opak,25000', 'Opak,26000'))
  expect(await rowOf(chips)).toMatchObject({ price: 26_000, stock: 7 })
  const edited = await upload(csv.replace('Opak,25000,10', 'Opak,26000,20'), { preview: true })
  expect(edited.body.data.problems).toEqual([{ line: 2, sentence: 'Stok Opak sekarang 7, bukan 10.' }])
  expect(await upload(`id,stock\n${chips.id},99\n`)).toMatchObject({ status: 200, body: { data: { items: [] } } })
  expect(await rowOf(chips)).toMatchObject({ stock: 7 })
})

test('one bad line stops all, and each is named; other separators are read', async () => {
  const chips = await shop.product()
  const bad = `id;price\n${chips.id};0\nbukan-id;5000\n${'-'.repeat(36)};5000\n`
  const { body } = await upload(bad)
  expect(body).toMatchObject({ code: 'PRODUCT_CHANGED', data: { problems: [{ line: 2 }, { line: 3 }, { line: 4 }] } })
  const twice = (await upload(`id,price\n${chips.id},6000\n${chips.id.toUpperCase()},7000\n`, { preview: true })).body
    .data
  expect(twice.problems).toEqual([{ line: 3, sentence: 'Produk ini sudah ada di baris 2.' }])
  expect(await upload('halo')).toMatchObject({ status: 400 })
  expect(await upload(`id;price;image\n${chips.id};30000;x\n`)).toMatchObject({ status: 200 })
  expect(await rowOf(chips)).toMatchObject({ price: 30_000, image: null })
})

// With a search from each line break it takes minutes, in which the server answers nobody.
test('a cell of line breaks is read at once', async () => {
  const { id } = await shop.product()
  const csv = `id,description\n${id},"a${'\n'.repeat(300_000)}b"\n`
  expect((await upload(csv, { preview: true })).body.data.problems).toMatchObject([{ line: 2 }])
})
