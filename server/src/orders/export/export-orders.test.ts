import { parse } from 'csv-parse/sync'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { makeLargeShop } from '../../../scripts/seed/large-shop.ts'
import { makeGuards } from '../../people/login/guards.ts'
import { endSession } from '../../people/sessions/sessions.ts'
import { later, minutes } from '../../platform/clock.ts'
import { makeApi } from '../../testing/make-api.ts'
import { makeAdmin, type TestUser } from '../../testing/make-user.ts'
import { usualSettings } from '../../testing/settings.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { orderExportRoutes } from './export-routes.ts'
import { issueTicket } from './export-tickets.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
let now = noon
let api: FastifyInstance
let admin: TestUser
let separator: ',' | ';' = ','

beforeAll(async () => {
  const { db } = shop
  const clock = () => now
  const publicUrl = 'https://contoh.id'
  api = await makeApi(
    orderExportRoutes({
      db,
      clock,
      guards: makeGuards({ db, clock }),
      publicUrl,
      settings: { current: () => ({ ...usualSettings, csv_separator: separator }) },
    }),
  )
  admin = await makeAdmin(db, { now: noon })
  await makeLargeShop(db, { orders: 1_200, users: 20, products: 10 }, noon)
  // Many orders of the same moment, and no index that would return them in the right order whatever the statement says.
  await shop.pool.query(`update orders set order_time = date_trunc('month', order_time); drop index orders_by_time`)
})

async function downloadPath(query = ''): Promise<string> {
  const answer = await api.inject({ method: 'POST', url: `/admin/orders/export${query}`, headers: admin.headers })
  expect(answer.statusCode).toBe(200)
  const { pathname } = new URL(answer.json().data.url)
  return pathname.replace('/api', '')
}

const download = (url: string) => api.inject({ url })
const linesOf = (csv: string) => csv.trimEnd().split('\r\n')
const idsOf = (csv: string) =>
  linesOf(csv)
    .slice(1)
    .map((line) => line.split(',')[0])

test('the file has every order once, in the order of the list', async () => {
  const answer = await download(await downloadPath('?sortOrder=desc&page=3&limit=10'))
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="pesanan-2026-11-20.csv"')
  expect(answer.body.startsWith('\uFEFFID Pesanan,Status,')).toBe(true)
  const wanted = await shop.db
    .selectFrom('orders')
    .select('id')
    .orderBy('order_time', 'desc')
    .orderBy('id', 'desc')
    .execute()
  expect(idsOf(answer.body)).toEqual(wanted.map(({ id }) => id))
  const upwards = await download(await downloadPath())
  expect(idsOf(upwards.body)).toEqual(wanted.map(({ id }) => id).toReversed())
})

test.each([
  ['', '2026-11-21'],
  ['?from=2026-10-01&to=2026-10-31', '2026-10'],
  ['?from=2028-02-01&to=2028-02-29', '2028-02'],
  ['?from=2026-10-02&to=2026-10-31', '2026-10-02-sd-2026-10-31'],
  ['?from=2026-11-01', '2026-11-01-sd-2026-11-21'],
  ['?from=2026-10-05&to=2026-10-05', '2026-10-05'],
  ['?to=2026-10-05', 'sd-2026-10-05'],
])('the file of %j is named after its month or its days in Jakarta', async (query, days) => {
  now = new Date('2026-11-20T22:30:00Z')
  const answer = await download(await downloadPath(query))
  now = noon
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="pesanan-${days}.csv"`)
})

test('the file has the orders that the list’s filter finds', async () => {
  const { body } = await download(await downloadPath('?status=DIBATALKAN'))
  const statuses = new Set(
    linesOf(body)
      .slice(1)
      .map((line) => line.split(',')[1]),
  )
  expect([...statuses]).toEqual(['DIBATALKAN'])
  const others = await download(await downloadPath('?not=DIBATALKAN'))
  expect(idsOf(others.body).length + idsOf(body).length).toBe(1_200)
  expect(linesOf((await download(await downloadPath('?not=SELESAI&status=SELESAI'))).body)).toHaveLength(1)
})

test('after the former columns come the ids, the method, the fee, the refunds, the chargeback and what the shop keeps', async () => {
  const former = 'ID Pesanan,Status,Waktu Dipesan,Waktu Dibayar,Penerima,Nomor Telepon,Alamat,Kota,Catatan,Produk,'
  const { id, order_id, amount } = await shop.db
    .selectFrom('payment_attempts')
    .select(['id', 'order_id', 'amount'])
    .where('status', '=', 'SUKSES')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .updateTable('payment_attempts')
    .set({ transaction_id: '=1;=2', used_method: 'other_qris' })
    .where('id', '=', id)
    .execute()
  await shop.db.insertInto('payment_fees').values({ attempt_id: id, fee_idr: 322 }).execute()
  const entry = { order_id, way: 'dashboard' as const, at: noon, reference: `${id}/r1` }
  await shop.db
    .insertInto('money_entries')
    .values([
      { ...entry, attempt_id: id, kind: 'given_back', amount_idr: 1_500 },
      { ...entry, way: null, kind: 'allowance', amount_idr: 2_000 },
    ])
    .execute()
  const lines = linesOf((await download(await downloadPath())).body)
  expect(lines[0]).toBe(
    `\uFEFF${former}Jumlah Produk,Ongkos Kirim dan Biaya,Total Pesanan,ID Pembayaran,ID Transaksi Midtrans,Cara Bayar,Biaya Midtrans,Dana Dikembalikan,Dana Perlu Dikembalikan,Kurir,Nomor Resi,Dana Ditarik Kembali,Pendapatan Bersih,Layanan Kirim,Tanggal Tiba Diminta`,
  )
  const cells = (text: string[]) =>
    text
      .find((line) => line.startsWith(`${order_id},`))
      ?.split(',')
      .slice(-12, -2)
  const known = [id, "'=1;'=2", 'QRIS', '322', '1500']
  expect(cells(lines)).toEqual([...known, '500', '', '', '', String(amount - 2_000)])
  // What was refunded before a chargeback is not counted twice.
  const taken = { ...entry, attempt_id: id, kind: 'taken_back' as const, amount_idr: amount - 1_500 }
  await shop.db.insertInto('money_entries').values(taken).execute()
  const withdrawn = String(amount - 1_500)
  expect(cells(linesOf((await download(await downloadPath())).body))).toEqual([...known, '', '', '', withdrawn, '0'])
  const lineRows = linesOf((await download(await downloadPath('?per=line'))).body)
  expect(lineRows.filter((line) => line.startsWith(`${order_id},`)).map((line) => line.split(',').at(-4))).toEqual([
    withdrawn,
    ...Array(lineRows.filter((line) => line.startsWith(`${order_id},`)).length - 1).fill(''),
  ])
})

test('with per=line there is a row for each line, and the amounts of an order are in its first one', async () => {
  const wish = { wanted_on: '2026-11-23', handover_on: '2026-11-22' }
  const { id, total_price } = await shop.db
    .updateTable('orders')
    .set({ courier: 'JNE', tracking_number: '0088001122334455', shipped_at: noon, ...wish })
    .where('id', '=', (eb) => eb.selectFrom('order_items').select('order_id').where('position', '=', 1).limit(1))
    .returning(['id', 'total_price'])
    .executeTakeFirstOrThrow()
  await shop.pool.query(`update order_items set taken_quantity = 1 where order_id = '${id}' and position = 0`)
  await shop.db
    .insertInto('order_deliveries')
    .values({ order_id: id, place: '3273', grams: 1_000, to_courier: false, service: 'JNE Reguler', fee_idr: 10_000 })
    .execute()
  separator = ';'
  const rows = linesOf((await download(await downloadPath('?per=line'))).body).map((line) => line.split(';'))
  separator = ','
  const [heading = [], ...others] = rows
  const found = others
    .filter(([first]) => first === id)
    .map((cells) => Object.fromEntries(cells.map((cell, index) => [heading[index], cell])))
  const items = await shop.db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
  expect(found.map((row) => [row.Produk, row['Jumlah Dipesan'], row['Jumlah Dikeluarkan'], row.Subtotal])).toEqual(
    items.map(({ name, quantity, taken_quantity: taken, unit_price: price }) =>
      [name, quantity, taken, (quantity - taken) * price].map(String),
    ),
  )
  expect(found.map((row) => row['Total Pesanan'])).toEqual([String(total_price), ...Array(items.length - 1).fill('')])
  const days = { 'Layanan Kirim': 'JNE Reguler', 'Tanggal Tiba Diminta': '2026-11-23 00:00:00' }
  for (const row of found) expect(row).toMatchObject({ 'Nomor Resi': "'0088001122334455", Kurir: 'JNE', ...days })
  expect(found[0]?.['Tanggal Dikirim']).toBe('2026-11-20 12:00:00')
  const [{ lines } = { lines: 0 }] = (await shop.pool.query('select count(*)::int as lines from order_items')).rows
  expect(others).toHaveLength(lines)
})

test('text that a spreadsheet would run as a formula stays text', async () => {
  const formulas = ['=HYPERLINK("http://x")', '+62812', '-1+1', '@SUM(A1)']
  const afterSeparator = [';', '\t', '\r', '\n '].flatMap((separator) =>
    formulas.flatMap((formula) => [`${separator}${formula}`, `Jl. A${separator}${formula}`]),
  )
  const evil = [...formulas, ...afterSeparator]
  const orders = await shop.db.selectFrom('orders').select('id').limit(evil.length).execute()
  for (const [index, { id }] of orders.entries()) {
    await shop.db
      .updateTable('orders')
      .set({ address: evil[index] ?? '' })
      .where('id', '=', id)
      .execute()
  }
  const { body } = await download(await downloadPath())
  for (const text of formulas) expect(body).toContain(`'${text.replaceAll('"', '""')}`)
  // With Indonesian settings a semicolon separates the cells, and quotes inside a line have no effect.
  for (const text of [body, (await download(await downloadPath('?per=line'))).body]) {
    expect(text).not.toMatch(/(^|[,;\t\r])\s*"?[=+@\t-]/m)
    // A break inside a cell is quoted: for a spreadsheet each other one, of either kind, begins a row.
    expect(parse(text, { bom: true, record_delimiter: ['\r\n', '\n'] }).length).toBeGreaterThan(1_200)
  }
  // A program that expects commas splits a file with semicolons at them.
  separator = ';'
  await shop.db.updateTable('orders').set({ notes: 'Titip, =1+1' }).execute()
  for (const query of ['', '?per=line']) {
    expect((await download(await downloadPath(query))).body).not.toMatch(/(^|[,;\t\r])\s*"?[=+@\t-]/m)
  }
  separator = ','
})

test.each(['order', 'line'])(
  'digits stay text and moments are dates in the file per %s, beside amounts that can be added up',
  async (per) => {
    const { id, total_price } = await shop.db
      .updateTable('orders')
      .set({ buyer_phone: '081234567890', tracking_number: '0088001122334455', notes: '1-2', shipped_at: noon })
      .where('id', '=', (eb) => eb.selectFrom('orders').select('id').where('status', '=', 'SELESAI').limit(1))
      .returning(['id', 'total_price'])
      .executeTakeFirstOrThrow()
    const { body } = await download(await downloadPath(`?per=${per}`))
    const rows: Record<string, string>[] = parse(body, { bom: true, columns: true })
    const [row = {}] = rows.filter((cells) => cells['ID Pesanan'] === id)
    expect(row).toMatchObject({
      'Nomor Telepon': "'081234567890",
      'Nomor Resi': "'0088001122334455",
      Catatan: "'1-2",
      'Total Pesanan': String(total_price),
    })
    const moment = expect.stringMatching(/^202\d-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(row[per === 'line' ? 'Tanggal Dipesan' : 'Waktu Dipesan']).toEqual(moment)
    expect(row[per === 'line' ? 'Tanggal Dibayar' : 'Waktu Dibayar']).toEqual(moment)
  },
)

test('a download URL answers for one minute, as download managers ask twice', async () => {
  const url = await downloadPath()
  expect((await download(url)).statusCode).toBe(200)
  now = later(noon, minutes(1) - 1)
  expect((await download(url)).statusCode).toBe(200)
  now = later(noon, minutes(1))
  expect((await download(url)).statusCode).toBe(404)
  now = noon
  expect((await download('/admin/orders/export/karangan')).statusCode).toBe(404)
})

test('a new download URL deletes the expired ones', async () => {
  await shop.db.deleteFrom('export_tickets').execute()
  await downloadPath()
  now = later(noon, minutes(1))
  await downloadPath()
  now = noon
  expect(await shop.db.selectFrom('export_tickets').select('expires_at').execute()).toHaveLength(1)
})

test('a download URL ends with the session and the role that requested it', async () => {
  const seller = await makeAdmin(shop.db, { now: noon })
  const ticketOf = async () => {
    const answer = await api.inject({ method: 'POST', url: '/admin/orders/export', headers: seller.headers })
    return new URL(answer.json().data.url).pathname.replace('/api', '')
  }
  const [afterLogout, afterExpiry, afterRole] = [await ticketOf(), await ticketOf(), await ticketOf()]
  const setAdmin = (is_admin: boolean) =>
    shop.db.updateTable('users').set({ is_admin }).where('id', '=', seller.id).execute()
  await setAdmin(false)
  expect((await download(afterRole)).statusCode).toBe(404)
  await setAdmin(true)
  await shop.db.updateTable('sessions').set({ expires_at: noon }).where('user_id', '=', seller.id).execute()
  expect((await download(afterExpiry)).statusCode).toBe(404)
  await endSession(shop.db, seller.token)
  expect((await download(afterLogout)).statusCode).toBe(404)
  expect((await download(await downloadPath())).statusCode).toBe(200)
})

test('no ticket is issued for a session that ends while the request is running', async () => {
  const { token } = await makeAdmin(shop.db, { now: noon })
  await endSession(shop.db, token)
  await expect(issueTicket(shop.db, token, '', noon)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
