import { allergenLabels, allergenNames } from '@camilan/contract/food-facts'
import type { CsvChanges } from '@camilan/contract/many-products'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { hasLibreOffice, savedByLibreOffice } from '../../testing/libre-office.ts'
import { useShop } from '../../testing/make-shop.ts'
import { setSettings } from '../../testing/settings.ts'
import { useOpened } from '../../testing/use-opened.ts'

const shop = useShop()
const sari = useOpened(() => shop.admin())
beforeEach(() => sql`truncate products, orders cascade`.execute(shop.db))

const download = async () => (await fetch(`${shop.origin}/api/admin/products/csv`, { headers: sari.headers })).text()
const read = (csv: string) => sari.ask<CsvChanges>('POST', '/admin/products/csv', { body: { csv } })
/** Reads the file and changes its products, as the page does. */
async function upload(csv: string) {
  const { items } = (await read(csv)).body.data
  if (items.length > 0) await apply(items)
  return items
}
const apply = (items: CsvChanges['items']) =>
  sari.ask('POST', '/admin/products/changes', { body: { items: items.map(({ id, form }) => ({ id, form })) } })
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
    expect((await read(file)).body.data).toMatchObject({ items: [], problems: [] })
  }
})

test('a changed file is seen before it is done, and is refused once a product has changed since', async () => {
  const chips = await shop.product({ name: 'Opak' })
  await shop.product()
  const csv = (await download()).replace('Opak,25000,10', 'Opak Manis,27500,15')
  const seen = (await read(csv)).body.data
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
  expect(await apply(seen.items)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } })
  const meanwhile = (await read(csv)).body.data
  expect(meanwhile).toMatchObject({ items: [], problems: [{ column: 'price' }] })
  await sari.ask('PUT', `/admin/products/${chips.id}`, { form: { price: '25000' } })
  await upload(csv)
  expect(await rowOf(chips)).toMatchObject({ name: 'Opak Manis', price: 27_500, stock: 15 })
})

test('other ingredients in a file end the mark of a complete declaration, which its cell only repeats', async () => {
  const allergens = ['complete', ...allergenNames.map((name) => `${name}:free`)].join()
  const opak = await shop.product({ ingredients: 'Singkong', allergens })
  const csv = (await download()).replace('Singkong', 'Singkong dan kacang')
  const { items } = (await read(csv)).body.data
  expect(items[0]?.changes.map(({ field }) => field)).toEqual(['ingredients', 'allergens'])
  await upload(csv)
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
    await upload(`id,cost_price\n${chips.id},${cost}\n`)
    expect(await rowOf(chips)).toMatchObject({ cost_price: kept })
  }
  for (const [storage, kept] of [
    ['Tempat kering', 'Tempat kering'],
    ['', 'Tempat kering'],
    ["'-", null],
  ] as const) {
    await upload(`id,storage\n${chips.id},${storage}\n`)
    expect(await rowOf(chips)).toMatchObject({ storage: kept })
  }
})

/** The file as people download it, as a table without its byte order mark. */
async function downloadForPeople(): Promise<string[][]> {
  const answer = await fetch(`${shop.origin}/api/admin/products/csv?form=labels`, { headers: sari.headers })
  return parse(await answer.text(), { bom: true })
}
const saved = (rows: string[][], separator = ';') =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\r\n')

test('headings and words of the file for people are Indonesian, and each value is read as it was written', async () => {
  const allergens = `complete,${allergenNames.map((name) => `${name}:traces`).join()}`
  const facts = { allergens, ingredients: 'Tepung, gula', pirt_number: '0205317501000125', shelf_life_days: 90 }
  await shop.product({ name: "'=1+1", description: '-3 kg, @a; =SUM(A1)\n+62', cost_price: 9_000, ...facts })
  await shop.product({ name: '1-2', category: 'KUE_KERING', weight: 'GRAM_250', is_visible: false })
  const [headings = [], ...rows] = await downloadForPeople()
  expect(headings.slice(0, 8).join()).toBe('ID,Nama Produk,Harga,Stok,Ingatkan Saat Sisa,Kategori,Kemasan,Berat')
  for (const cell of ["'1-2", 'Kue Kering', 'Bal', '250gram', 'Tidak']) expect(rows.flat()).toContain(cell)
  expect(rows.flat()).toContain(
    `lengkap; ${allergenNames.map((name) => `${allergenLabels[name]}: mungkin ada`).join('; ')}`,
  )
  // Without the last column each cell counts as edited. An apostrophe before a formula has two meanings then.
  const unmarked = [headings, ...rows].map(([id = '', _name, ...cells]) => [id, ...cells.slice(0, -1)])
  for (const file of [[headings, ...rows], unmarked]) {
    expect((await read(saved(file))).body.data).toMatchObject({ items: [], problems: [] })
  }
})

test('a file older than a change writes nothing back, and a cell that both changed is named', async () => {
  const opak = await shop.product({ name: 'Opak', description: 'Lama' })
  const [headings = [], cells = []] = await downloadForPeople()
  const edited = (change: Record<string, string>) =>
    saved([headings, cells.map((cell, index) => change[headings[index] ?? ''] ?? cell)])
  const fields = { price: '26000', description: 'Baru', weight: 'KG_2', storage: 'Kering', is_visible: 'false' }
  await sari.ask('PUT', `/admin/products/${opak.id}`, { form: fields })
  expect(await upload(edited({ 'Nama Produk': 'Opak Manis' }))).toMatchObject([{ changes: [{ field: 'name' }] }])
  const kept = { price: 26_000, description: 'Baru', weight: 'KG_2', storage: 'Kering', is_visible: false }
  expect(await rowOf(opak)).toMatchObject({ name: 'Opak Manis', ...kept })
  const both = await read(edited({ Harga: '30000', Stok: '12' }))
  expect(both.body.data.problems).toEqual([
    { line: 2, column: 'Harga', sentence: expect.stringMatching(/^Sudah berubah menjadi “26000” sejak/) },
  ])
  expect((await read(edited({ Harga: '26.000' }))).body.data).toMatchObject({ items: [], problems: [] })
})

test.skipIf(!hasLibreOffice).each([';', ','] as const)(
  'a file with %j that LibreOffice has opened and saved changes only what was edited',
  { timeout: 60_000 },
  async (separator) => {
    await setSettings(sari, { csv_separator: separator })
    const texts = { name: '0812', description: '-3 kg, @a; =SUM(A1)\n+62\n\n"TRUE"', pirt_number: '0205317501000125' }
    await shop.product({ ...texts, ingredients: '1/2', storage: "'kutip", shelf_life_days: 90, weight: 'GRAM_250' })
    await shop.product({ is_visible: false, cost_price: 9_000, name: 'Opak' })
    for (const form of ['labels', 'codes']) {
      const answer = await fetch(`${shop.origin}/api/admin/products/csv?form=${form}`, { headers: sari.headers })
      const csv = await savedByLibreOffice(await answer.text(), { separator, as: 'csv' })
      expect((await read(csv)).body.data).toMatchObject({ items: [], problems: [] })
      const edited = await read(csv.replace('Opak', 'Opak Manis'))
      expect(edited.body.data).toMatchObject({ items: [{ changes: [{ after: 'Opak Manis' }] }], problems: [] })
    }
  },
)

test('each fault is named by line and column, beside what the correct lines change', async () => {
  const products = await Promise.all(['A', 'B', 'C', 'D'].map((name) => shop.product({ name })))
  const ids = products.map(({ id }) => id)
  const file = [
    'ID;Harga;Kategori;Catatan saya',
    `${ids[0]};mahal;Makanan Basah;`,
    '',
    `${ids[1]};26000;makanan ringan;x`,
    ';5000',
    `${ids[2]};7000;KUE_KERING;;tepung, gula`,
    `${ids[3]};"8000;;`,
  ].join('\n')
  const { items, problems, unknown_columns } = (await read(file)).body.data
  expect(problems).toEqual([
    { line: 2, column: 'Harga', sentence: 'Harga harus berupa angka bulat.' },
    { line: 2, column: 'Kategori', sentence: '“Makanan Basah” tidak dikenal. Pilihannya: Makanan Ringan, Kue Kering.' },
    { line: 5, column: 'ID', sentence: expect.stringMatching(/^Kosong/) },
    { line: 6, column: 'ke-5', sentence: expect.stringMatching(/^“tepung, gula” ada di luar tabel/) },
    { line: 7, column: 'Harga', sentence: expect.stringMatching(/^Tanda kutipnya tidak ditutup/) },
  ])
  expect(unknown_columns).toEqual(['Catatan saya'])
  expect(items.map(({ name }) => name)).toEqual(['B'])
})

test('a file that Excel or LibreOffice has saved shows what it showed before', async () => {
  const [shown, hidden] = [await shop.product(), await shop.product({ is_visible: false })]
  const rows = (yes: string, no: string) => `id;is_visible\n${shown.id};${yes}\n${hidden.id};${no}\n`
  for (const file of [rows('TRUE', 'FALSE'), rows('BENAR', 'SALAH')]) {
    expect((await read(file)).body.data).toMatchObject({ items: [], problems: [] })
  }
  expect(await upload(rows('FALSE', 'TRUE'))).toHaveLength(2)
  expect(await rowOf(shown)).toMatchObject({ is_visible: false })
  expect(await rowOf(hidden)).toMatchObject({ is_visible: true })
})

test('a file that is sent twice changes nothing the second time', async () => {
  const chips = await shop.product()
  const csv = `id,price\n${chips.id},27500\n`
  expect(await upload(csv)).toHaveLength(1)
  expect(await upload(csv)).toEqual([])
})

test('a sale since the download is not undone: other values change, an edited stock is a problem', async () => {
  const [ani, chips] = [await shop.customer(), await shop.product({ name: 'Opak' })]
  const csv = await download()
  await ani.buy(chips, 3)
  await upload(csv.replace('Opak,25000', 'Opak,26000'))
  expect(await rowOf(chips)).toMatchObject({ price: 26_000, stock: 7 })
  const edited = await read(csv.replace('Opak,25000,10', 'Opak,26000,20'))
  expect(edited.body.data.problems).toEqual([{ line: 2, column: 'stock', sentence: 'Stok Opak sekarang 7, bukan 10.' }])
  expect(await upload(`id,stock\n${chips.id},99\n`)).toEqual([])
})

test('lines without a known product are named; other separators are read', async () => {
  const chips = await shop.product()
  const bad = `id;price\n${chips.id};0\nbukan-id;5000\n${'-'.repeat(36)};5000\n`
  expect((await read(bad)).body.data).toMatchObject({ items: [], problems: [{ line: 2 }, { line: 3 }, { line: 4 }] })
  const twice = (await read(`id,price\n${chips.id},6000\n${chips.id.toUpperCase()},7000\n`)).body.data
  expect(twice.problems).toEqual([{ line: 3, column: 'id', sentence: 'Produk ini sudah ada di baris 2.' }])
  expect(await read('halo')).toMatchObject({ status: 400 })
  await upload(`id;price;image\n${chips.id};30000;x\n`)
  expect(await rowOf(chips)).toMatchObject({ price: 30_000, image: null })
})

// With a search from each line break it takes minutes, in which the server answers nobody.
test('a cell of line breaks is read at once', async () => {
  const { id } = await shop.product()
  const csv = `id,description\n${id},"a${'\n'.repeat(300_000)}b"\n`
  expect((await read(csv)).body.data.problems).toMatchObject([{ line: 2 }])
})
