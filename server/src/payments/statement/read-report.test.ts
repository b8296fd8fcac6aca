import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTable, type TableLine } from '../../platform/csv/open-table.ts'
import { guessReportColumns, reportTable } from './guess-columns.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'report-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: string | Buffer) {
  const name = path.join(folder, crypto.randomUUID())
  await writeFile(name, content)
  const file = await open(name)
  onTestFinished(() => file.close())
  const { headers, rows } = await openTable(file, reportTable)
  return { headers, rows: await collect(rows()) }
}
async function collect(rows: AsyncIterable<TableLine>) {
  const all: TableLine[] = []
  for await (const row of rows) all.push(row)
  return all
}
const refusal = (sentence: RegExp) => ({ code: 'VALIDATION', fields: { file: expect.stringMatching(sentence) } })

const table = [
  ['Order ID', 'Amount', 'Note'],
  ['261120-ABC123', 'Rp 46.000,00', 'a "b", c'],
  ['261120-ABC124', '46.000', 'é\nf'],
]
const written = (delimiter: string, lineEnd = '\r\n') =>
  table.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join(lineEnd)
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.each<[string, string | Buffer]>([
  ['commas', written(',')],
  ['semicolons', written(';')],
  ['tabs', written('\t', '\n')],
  ['a mark of UTF-8', `\uFEFF${written(',')}`],
  ['UTF-16 of Excel', utf16(`\uFEFF${written('\t')}`)],
  ['UTF-16 without a mark', utf16(written('\t'))],
  ['UTF-16, big endian', utf16(`\uFEFF${written(';')}`).swap16()],
  ['Excel’s first line', `sep=;\r\n${written(';')}`],
  ['a title above and lines between', `Laporan transaksi\r\n\r\n${written(',', '\r\n\r\n')}\r\n\r\n`],
  ['the characters of Windows', Buffer.from(written(';'), 'latin1')],
  ['NUL', written(',').replace('Amount', 'Am\0ount')],
])('a file with %s is read', async (_, content) => {
  const { headers, rows } = await read(content)
  expect([headers, ...rows.map(({ cells }) => cells)]).toEqual(table)
})

test('each row has its number in a spreadsheet', async () => {
  const { rows } = await read('Order ID;Amount\n1;2\n\n"3\n4";5\n6')
  expect(rows).toEqual([
    { line: 2, cells: ['1', '2'] },
    { line: 4, cells: ['3\n4', '5'] },
    { line: 5, cells: ['6'] },
  ])
})

test('what is no table is refused in words that say what to do', async () => {
  await expect(read('')).rejects.toMatchObject(refusal(/tidak berisi tabel/))
  await expect(read('halo')).rejects.toMatchObject(refusal(/tidak berisi tabel/))
  await expect(read(Buffer.from('PK\x03\x04xl/'))).rejects.toMatchObject(refusal(/Simpan sebagai CSV/))
  await expect(read('Order ID,Amount\n1,"2\n')).rejects.toMatchObject(refusal(/^Baris \d+: .*kutip/))
  await expect(read(`Order ID,Amount\n1,"${'x'.repeat(100_000)}"`)).rejects.toMatchObject(refusal(/^Baris \d+: isinya/))
  await expect(read(`Order ID,Amount\n${','.repeat(300)}`)).rejects.toMatchObject(refusal(/lebih dari 200 kolom/))
})

test('50,000 rows are read, and no more', async () => {
  const rows = (count: number) => `Order ID,Amount\n${'1,2\n'.repeat(count)}`
  expect((await read(rows(50_000))).rows).toHaveLength(50_000)
  await expect(read(rows(50_001))).rejects.toMatchObject(refusal(/lebih dari 50\.000 baris/))
})

test('columns are guessed by headers in both languages, and by their content', () => {
  const id = '0b5f7a2e-1111-4222-8333-944455556666'
  const english = [
    'Order ID',
    'Transaction ID',
    'Transaction time',
    'Payment Type',
    'Gross Amount',
    'Fee',
    'Net Amount',
  ]
  const cells = ['261120-ABC123', id, '2026-11-20 14:00:05', 'bank_transfer', '46000.00', '4440', '41560']
  const expected = { order_id: 0, transaction_id: 1, time: 2, method: 3, amount: 4, fee: 5, net: 6, status: 7 }
  expect(guessReportColumns([...english, 'Transaction status'], [[...cells, 'settlement']])).toEqual(expected)
  const indonesian = ['Nomor Pesanan', 'ID Transaksi', 'Tanggal', 'Metode Pembayaran', 'Jumlah', 'Biaya', 'Bersih']
  expect(guessReportColumns([...indonesian, 'Status'], [[...cells, 'Berhasil']])).toEqual(expected)
  const unnamed = guessReportColumns(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], [[...cells, 'settlement']])
  expect(unnamed).toEqual({ ...expected, time: null, method: null, amount: null, fee: null, net: null })
  // Merchants see a settlement, which comes later, beside the time of the transaction.
  expect(guessReportColumns(['Settlement time', 'Transaction time'], [['', '20/11/2026']])).toMatchObject({ time: 1 })
})
