/** Every screen and state of the admin pages, besides the products and the money. */
import type { Page } from '@playwright/test'
import { openFilter, openHistory, press, showAllPaid } from './screen.ts'
import type { Screen } from './screens.ts'
import type { SellerStage, Stage } from './seller-stage.ts'

const orderIn = (stage: Stage) => (set: SellerStage) => `/admin/manage-orders/order/${set.orders[stage].id}`
const emptyLists = (page: Page) =>
  page.route(/\/api\/admin\/(users|orders|products|refunds|money)(\?|$)/, (route) =>
    route.fulfill({
      json: {
        data: [],
        total: 0,
        refunds: 0,
        pagination: { page: 1, limit: 10, total_page: 0, total_users: 0, total_orders: 0 },
      },
    }),
  )

const samples = { removed_at: null, to_delete: 17, to_archive: 1, kept: ['Nastar Bu Ani'], demo_accounts: 2 }

/** 'Hapus contoh', for an administrator who has to do this first. */
const removingSamples = (needs: 'log-in' | 'command' | null): Screen => ({
  path: '/admin/dashboard',
  prepare: (page) =>
    page.route('**/api/admin/setup/samples', (route) => route.fulfill({ json: { data: { ...samples, needs } } })),
  act: async (page) => {
    await openSetup(page)
    await press('Hapus contoh')(page)
    await page.getByRole('dialog').waitFor()
  },
})

/** The list of a shop that has everything. */
async function finishSetup(page: Page): Promise<void> {
  await page.route('**/api/admin/setup', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, is_done: true, has_samples: false } } })
  })
}

export const dashboardScreens: Record<string, Screen> = {
  dashboard: { path: '/admin/dashboard' },
  menu: { act: openMenu },
  logout: { act: press('Keluar') },
  'dashboard-setup': { path: '/admin/dashboard', act: openSetup },
  'dashboard-ready': { path: '/admin/dashboard', prepare: finishSetup },
  'dashboard-samples': removingSamples(null),
  'dashboard-samples-log-in': removingSamples('log-in'),
  'dashboard-samples-command': removingSamples('command'),
  'dashboard-7': { path: '/admin/dashboard?days=7', act: (page) => page.getByText('Lihat sebagai tabel').click() },
  'dashboard-90': { path: '/admin/dashboard?days=90' },
  'dashboard-empty': { path: '/admin/dashboard', prepare: emptyLists },
}

export const otherScreens: Record<string, Screen> = {
  report: { path: '/admin/report' },
  'report-empty': { path: '/admin/report?from=2020-01-01&to=2020-01-31' },
  customer: { path: ({ orders: { paid } }) => `/admin/customers/${paid.id}` },
  'not-found': { path: '/admin/tidak-ada' },
  costs: { path: '/admin/manage-products/many?tab=modal' },
  'batches-empty': { path: '/admin/batches' },
  'batches-new': { act: press('Tambah PO') },
  batches: { path: '/admin/batches', prepare: fillBatches },
  'discounts-empty': { path: '/admin/discounts' },
  'discounts-new': { act: press('Tambah voucher') },
  discounts: { path: '/admin/discounts', prepare: fillDiscounts },
  'discounts-share': { path: '/admin/discounts', prepare: fillDiscounts, act: press('Bagikan') },
  users: { path: '/admin/manage-users' },
  'users-none': { path: '/admin/manage-users?query=tidak-ada' },
  profile: { path: '/admin/profile' },
  'profile-edit': { act: press('Edit Profil') },
  settings: { path: '/admin/settings' },
  'settings-open': { act: openSettings },
  notifications: { path: '/admin/notifications' },
}

export const orderListScreens: Record<string, Screen> = {
  orders: { path: '/admin/manage-orders' },
  'orders-filter': { act: openFilter },
  'orders-empty': { path: '/admin/manage-orders', prepare: emptyLists },
  'orders-none': { path: '/admin/manage-orders?query=tidak-ada&status=DIKIRIM' },
  'orders-chosen': { path: '/admin/manage-orders', act: choose },
  'order-new': { path: '/admin/manage-orders/baru' },
  production: { path: '/admin/production' },
  'orders-to-pack': { path: '/admin/manage-orders?packed=no' },
  'ship-many': { path: ({ orders: { paid } }) => `/admin/manage-orders/resi?ids=${paid.id}` },
  'ship-without': { act: press(/^Kirim \d/) },
  'ship-review': {
    path: ({ orders: { paid } }) => `/admin/manage-orders/resi?ids=${paid.id}`,
    act: async (page) => {
      await page.getByPlaceholder('Nomor resi').fill('CGK1')
      await press(/^Periksa \d/)(page)
    },
  },
  print: { path: ({ orders: { paid, shipped } }) => `/admin/print?ids=${paid.id},${shipped.id}` },
  'print-receipt': { path: ({ orders: { paid } }) => `/admin/print?ids=${paid.id}&kind=receipt&paper=a4` },
}

export const sellersOrderScreens: Record<string, Screen> = {
  'order-unpaid': { path: orderIn('unpaid') },
  'order-end': { act: press('Akhiri pesanan') },
  'order-end-failure': {
    path: orderIn('unpaid'),
    prepare: (page) => page.route('**/api/admin/orders/*/cancel', (route) => route.abort()),
    act: async (page) => {
      await press('Akhiri pesanan')(page)
      await press('Ya, akhiri')(page)
      await page.getByRole('alert').filter({ hasText: 'mengakhiri' }).waitFor()
    },
  },
  'order-paid': { path: orderIn('paid') },
  'order-change': { act: press('Ubah pesanan') },
  'order-delivery': {
    act: async (page) => {
      await press(/^Ubah data pengiriman/)(page)
      await page.getByLabel('Nama penerima').waitFor()
    },
  },
  'order-lower': {
    path: orderIn('paid'),
    act: async (page) => {
      await press('Ubah pesanan')(page)
      await press(/^Kurangi isi pesanan/)(page)
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  'order-ship': { path: orderIn('paid'), act: press('Kirim Pesanan') },
  'order-ship-restored': {
    act: async (page) => {
      await page.getByLabel('Nomor resi (opsional)').fill('CGK123')
      await page.keyboard.press('Escape')
      await press('Kirim Pesanan')(page)
      await page.getByText('Isian Anda dipulihkan').waitFor()
    },
  },
  'order-shipped': { path: orderIn('shipped'), act: openHistory },
  'order-shipment': { act: press('Ubah info pengiriman') },
  'order-undo': { path: orderIn('shipped'), act: press('Batalkan pengiriman') },
  'order-done': { path: orderIn('done') },
  'order-cancelled': { path: orderIn('cancelled') },
  'order-refund': { path: orderIn('paidTooLate') },
  'order-unknown': { path: '/admin/manage-orders/order/261121-AAAAAA' },
  'order-ending': {
    path: orderIn('unpaid'),
    prepare: (page) => page.route('**/api/admin/orders/*/cancel', () => undefined),
    act: async (page) => {
      await press('Akhiri pesanan')(page)
      await press('Ya, akhiri')(page)
      await page.getByRole('button', { name: 'Akhiri pesanan', disabled: true }).waitFor()
    },
  },
}

/** The list of open steps is folded, because the shop has orders. */
async function openSetup(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: /^Siapkan toko/ })
    .locator('summary')
    .click()
}

/** Opens the navigation, which is a drawer on a phone and always open on a desktop. */
async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Buka menu' })
  if (await button.isVisible()) await button.click()
}

async function openSettings(page: Page): Promise<void> {
  // Of the cities, which are alike, only the first.
  const summaries = page.locator('main summary:not(#delivery li + li summary)')
  for (const summary of await summaries.all()) await summary.click()
  await page
    .getByText(/Belum ada perubahan|Bu Sari/)
    .last()
    .waitFor()
}

async function choose(page: Page, { orders: { paid } }: SellerStage): Promise<void> {
  await showAllPaid(page)
  await page.getByRole('checkbox', { name: `Pilih pesanan ${paid.id}` }).click()
}

/** One that takes orders, one that is closed and has more orders than its quota. */
async function fillBatches(page: Page): Promise<void> {
  const days = {
    order_until: '2099-03-01',
    made_on: '2099-03-08',
    handed_over_on: '2099-03-10',
    created_at: '2026-11-01T00:00:00Z',
  }
  const product = {
    product_id: '6f1c3f0e-6e0c-4f5e-8a58-5d4f4b1f0a02',
    name: 'Nastar Toples',
    quota: 40,
    sold: 6,
    paid: 4,
  }
  const closed = { order_until: '2020-12-01', made_on: '2020-12-20', handed_over_on: '2020-12-22' }
  const data = [
    {
      id: '1',
      name: 'PO Lebaran',
      ...days,
      orders: 0,
      products: [
        { ...product, sold: 0, paid: 0 },
        { ...product, product_id: product.product_id.replace('2', '3'), name: 'Kastengel Keju Edam' },
      ],
    },
    { id: '2', name: 'PO Natal', ...days, ...closed, orders: 12, products: [{ ...product, quota: 5 }] },
  ]
  await page.route('**/api/admin/batches', (route) => route.fulfill({ json: { data } }))
}

/** In each state, one with random codes. */
async function fillDiscounts(page: Page): Promise<void> {
  const rule = {
    kind: 'percent',
    amount: 10,
    least_sum: 150_000,
    most_uses: null,
    most_uses_each: null,
    from: null,
    until: null,
    category: null,
    product_ids: [],
    created_at: '2026-11-01T00:00:00Z',
    ended_at: null,
    uses: 12,
    given: 240_000,
    revenue: 3_150_000,
  }
  const unused = { uses: 0, given: 0, revenue: 0 }
  const codes = ['ABCD-EFGH-JKLM', 'NPQR-STUV-WXYZ'].map((code, uses) => ({ code, uses }))
  const list = (name: string, data: object[]) =>
    page.route(`**/api/admin/${name}`, (route) => route.fulfill({ json: { data } }))
  await list('discounts', [
    { id: '1', name: 'Gratis ongkos kirim Jabodetabek', ...rule, kind: 'delivery', amount: 20_000 },
    { id: '2', name: 'Lebaran', ...rule, ...unused, from: '2099-03-01', until: '2099-03-20', category: 'KUE_KERING' },
    { id: '3', name: 'Akhir tahun', ...rule, until: '2020-12-31', ended_at: '2020-12-20T00:00:00Z' },
  ])
  await list('vouchers', [
    { id: '4', code: null, codes, combinable: false, ...rule, kind: 'amount', amount: 5_000, most_uses: 5 },
    { id: '5', code: 'HEMAT10', codes: [{ code: 'HEMAT10', uses: 12 }], combinable: true, ...rule, most_uses: 12 },
  ])
}
