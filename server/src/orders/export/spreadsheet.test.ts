/** LibreOffice opens the CSV of orders. Without LibreOffice (`libreoffice-calc`) this test is skipped. */
import { text } from 'node:stream/consumers'
import { OrdersExport } from '@camilan/contract/orders'
import { expect, test } from 'vitest'
import { makeLargeShop } from '../../../scripts/seed/large-shop.ts'
import { hasLibreOffice, savedByLibreOffice } from '../../testing/libre-office.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { exportOrders } from './export-orders.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')

test.skipIf(!hasLibreOffice).each([',', ';'])(
  'a spreadsheet reads columns, dates, amounts and digits of a file with %j',
  async (separator) => {
    await makeLargeShop(shop.db, { orders: 20, users: 3, products: 5 }, now)
    const shipped = { status: 'SELESAI' as const, shipped_at: now, tracking_number: '0088001122334455' }
    await shop.db
      .updateTable('orders')
      .set({ ...shipped, buyer_phone: '081234567890', address: 'Jl. "A", B; C\nRT 1' })
      .execute()
    const csv = await text(exportOrders(shop.db, OrdersExport.parse({ per: 'line' }), separator))
    const rows = rowsOf(await savedByLibreOffice(csv, { separator, as: 'fods' }))
    const [heading = [], ...others] = rows
    const lines = await shop.db.selectFrom('order_items').select('id').execute()
    expect(others).toHaveLength(lines.length)
    const columnOf = (name: string) => heading.findIndex((cell) => cell.text === name)
    const kindsOf = (name: string) => {
      const column = columnOf(name)
      return [...new Set(others.map((row) => row[column]?.kind))].sort()
    }
    expect(Object.fromEntries(heading.map(({ text: name }) => [name, kindsOf(name)]))).toMatchObject({
      'ID Pesanan': ['string'],
      'Tanggal Dipesan': ['date'],
      'Tanggal Dikirim': ['date'],
      'Nomor Telepon': ['string'],
      Alamat: ['string'],
      'Harga Satuan': ['float'],
      'Jumlah Dipesan': ['float'],
      Subtotal: ['float'],
      'Total Pesanan': expect.arrayContaining(['float']),
      'Nomor Resi': ['string'],
    })
    const [first] = csv.split('\r\n').slice(1)
    expect(others[0]?.[2]?.value).toBe(first?.split(separator)[2]?.replace(' ', 'T'))
    expect(others[0]?.[columnOf('Nomor Resi')]?.text).toMatch(/0088001122334455$/)
  },
)

interface SheetCell {
  kind: string
  value: string | undefined
  text: string
}

/** The cells of a flat OpenDocument sheet. Empty ones have no kind. */
function rowsOf(xml: string): SheetCell[][] {
  return [...xml.matchAll(/<table:table-row\b[^>]*>(.*?)<\/table:table-row>/gs)].flatMap(([, row = '']) => {
    const cells = [...row.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
      ([, attributes = '', content = '']) => {
        const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]
        const kind = of('office:value-type') ?? ''
        const value = of('office:date-value') ?? of('office:value')
        const cell = {
          kind,
          value,
          text: content
            .replace(/<[^>]*>/g, '')
            .replaceAll('&apos;', "'")
            .trim(),
        }
        return Array<SheetCell>(Number(of('table:number-columns-repeated') ?? 1)).fill(cell)
      },
    )
    return cells.some(({ kind }) => kind !== '') ? [cells] : []
  })
}
