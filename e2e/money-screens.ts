/** The seller's pages about money with every kind of row, which a real shop rarely has at once, and their dialogs. */
import { type MoneyKind, type MoneyMatter, moneyKindNames } from '@camilan/contract/money'
import type { Refund } from '@camilan/contract/refunds'
import type { Page } from '@playwright/test'
import { press } from './screen.ts'
import type { Screen } from './screens.ts'
import type { SellerStage } from './seller-stage.ts'
import type { Order } from './shop.ts'

const at = '2026-11-20T03:00:00.000Z'
const orderId = '261120-7K3QX9'
const buyer = { name: 'Raden Ayu Kusumaningtyas Purwoatmodjo', phone: '081234567890' }

function matter(kind: MoneyKind, facts: Partial<MoneyMatter> = {}): MoneyMatter {
  return {
    ...{ kind, id: `${kind}-1`, order: { id: orderId, status: 'DIBAYAR', buyer }, amount: 56_000, expected: 56_000 },
    ...{ gateway_state: null, reason: null, at, outside: null, rule: null, detail: null },
    ...facts,
  }
}

const outside = { refund_id: '00000000-0000-4000-8000-000000000001', amount: 6_000, is_by_hand_too: true }
const special: Partial<Record<MoneyKind, Partial<MoneyMatter>>> = {
  'refund-due': { reason: 'SHOP_CANCELLED' },
  withdrawn: { gateway_state: 'chargeback' },
  'partly-withdrawn': { amount: 6_000, outside },
  'other-amount': { amount: 45_999, gateway_state: 'settlement' },
  unclear: { amount: null, gateway_state: 'review' },
  unmatched: { order: null, gateway_state: 'settlement' },
  books: { amount: null, rule: 'total-differs', detail: 'total 56000, isi dan biaya 55000' },
}
const matters = [
  ...moneyKindNames.map((kind) => matter(kind, special[kind])),
  matter('unmatched', { ...special.unmatched, id: 'TOKO-LAMA-2026-11-20-0000077', amount: null }),
  matter('books', { id: 'books-2', order: null, amount: null, rule: 'day-sums-differ', detail: '20-11-2026, DIBAYAR' }),
]

const account = { bank: 'BCA', number: '1234567890', holder: buyer.name }
const isDone = { state: 'done', done_at: at, is_withdrawable: false } as const
const refunds = [
  {},
  { by_hand_because: 'Pembayaran BCA Virtual Account tidak bisa dikembalikan lewat Midtrans.', account },
  { reason: 'SURPLUS', by_hand_because: 'Pembayaran dengan cara ini tidak bisa dikembalikan lewat Midtrans.' },
  { by_hand_because: 'Pembayaran BCA Virtual Account tidak bisa dikembalikan lewat Midtrans.' },
].map((facts, index) => refund(index, facts as Partial<Refund>))
const others = {
  asked: [refund(8, { state: 'asked', asked_at: at, refused: 'Midtrans tidak mencatat pengembalian ini.' })],
  done: [
    refund(9, { ...isDone, reason: 'OUTSIDE', cause: null, way: 'outside' }),
    refund(10, { ...isDone, way: 'hand', done_by: 'Bu Sari', note: 'Transfer BCA', is_undoable: true }),
  ],
}

function refund(index: number, facts: Partial<Refund>): Refund {
  return {
    ...{ id: orderId, refund_id: `00000000-0000-4000-8000-0000000001${10 + index}`, order_id: orderId, buyer },
    ...{ amount: 56_000, reason: 'PART', cause: 'Satu toples pecah', state: 'due', is_withdrawable: true },
    ...{ paid_at: at, va_number: '70012345678901234567890', method: 'bca_va', due_at: at, account: null },
    ...{ by_hand_because: null, is_undoable: false, asked_at: null, refused: null },
    ...{ way: null, done_at: null, done_by: null, note: null, confirmed_at: null },
    ...facts,
  }
}

interface Lists {
  matters: MoneyMatter[]
  due: Refund[]
  total?: number
}

const listing =
  ({ matters: data, due, total = data.length }: Lists) =>
  async (page: Page) => {
    await page.route('**/api/admin/money?*', (route) => route.fulfill({ json: { data, total, refunds: due.length } }))
    await page.route('**/api/admin/refunds?*', (route) => {
      const state = new URL(route.request().url()).searchParams.get('state')
      const shown = state === 'done' || state === 'asked' ? others[state] : due
      return route.fulfill({ json: { data: shown, total: shown.length } })
    })
  }
const full = listing({ matters, due: refunds })
const empty = listing({ matters: [], due: [] })

/** A dialog on the page with every kind of row. */
const dialog = (path: string, name: string): Screen => ({
  path,
  prepare: full,
  act: async (page) => {
    await press(name)(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Batal' }).waitFor()
  },
})

export const moneyScreens: Record<string, Screen> = {
  money: { path: '/admin/money', prepare: full },
  'money-pages': { path: '/admin/money?page=2', prepare: listing({ matters, due: refunds, total: 125 }) },
  'money-assign': dialog('/admin/money', 'Catat untuk pesanan'),
  'money-join': dialog('/admin/money', 'Sama dengan transfer'),
  'money-allow': dialog('/admin/money', 'Setujui pengembalian'),
  'money-accept': dialog('/admin/money', 'Terima selisih'),
  'money-empty': { path: '/admin/money', prepare: empty },
  refunds: { path: '/admin/refunds', prepare: full },
  'refunds-asked': { path: '/admin/refunds?state=asked', prepare: full },
  'refunds-done': { path: '/admin/refunds?state=done', prepare: full },
  'refund-note': dialog('/admin/refunds', 'Sudah dikembalikan'),
  'refund-send': dialog('/admin/refunds', 'Kembalikan lewat Midtrans'),
  'refund-accept': dialog('/admin/refunds', 'Terima selisih'),
  'refunds-empty': { path: '/admin/refunds', prepare: empty },
  'payment-report': { path: '/admin/payment-report' },
  'payment-report-columns': { act: chooseReport },
  'payment-report-result': {
    act: async (page) => {
      await press('Cocokkan')(page)
      await page.getByRole('heading', { name: 'Hasil' }).waitFor()
    },
  },
  'payment-report-problem': {
    act: async (page) => {
      await page.getByLabel(/^Pilih file/).setInputFiles(reportFile('halo'))
      await page.getByRole('alert').filter({ hasText: 'tabel' }).waitFor()
    },
  },
  'payment-report-missing': { path: '/admin/payment-report', prepare: lackOrders },
}

const reportFile = (text: string) => ({ name: 'transaksi.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Each of the counts finds something. */
async function chooseReport(page: Page, { orders: { paid, shipped, done, cancelled } }: SellerStage): Promise<void> {
  const now = new Date().toISOString()
  const line = ({ id, total_price }: Order, status: string, fee: string) =>
    [id, now, 'bank_transfer', status, total_price, fee].join(',')
  const report = [
    `Order ID,Transaction time,Payment Type,Transaction status,Amount,Fee,${paid.id}`, // headers of its own are not remembered
    line(paid, 'settlement', '4440'),
    line({ ...done, total_price: 1_000 }, 'settlement', '4440'),
    line(shipped, 'chargeback', '4440'),
    line(cancelled, 'expire', ''),
    `LAIN-1,${now},qris,settlement,46000,322`,
    `LAIN-2,${now},qris,settlement,gratis,322`,
  ]
  await page.getByLabel(/^Pilih file/).setInputFiles(reportFile(report.join('\n')))
  await page.getByRole('button', { name: 'Cocokkan' }).waitFor()
}

/** As after a restore. */
async function lackOrders(page: Page): Promise<void> {
  await page.route('**/api/users/me', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const missing_span = { from: '2026-11-20T03:00:00.000Z', until: '2026-11-21T01:30:00.000Z' }
    await route.fulfill({ response, json: { data: { ...data, missing_span } } })
  })
}
