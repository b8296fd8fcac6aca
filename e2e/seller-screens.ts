/** Every screen and state of the admin pages, for the accessibility tests and the screenshots. */
import type { Page, Route } from '@playwright/test'
import { moneyScreens } from './money-screens.ts'
import { drawing, noPicture } from './pictures.ts'
import { chooseOf } from './product-list.ts'
import { openFilter, press, showAllPaid, visit } from './screen.ts'
import type { Account, Order, Product, Shop } from './shop.ts'

type Stage = 'unpaid' | 'paid' | 'shipped' | 'done' | 'cancelled' | 'paidTooLate'

export interface SellerStage {
  orders: Record<Stage, Order>
  product: Product
}

interface StageTexts {
  buyer?: Account
  address?: string
  notes?: string
  shipment?: { courier?: string; tracking_number?: string }
}

/** Places an order in each state, with a long name, address and note. */
export async function setSellerStage(shop: Shop, product: Product, texts: StageTexts = {}): Promise<SellerStage> {
  const {
    buyer = await shop.makeBuyer({ name: 'Raden Ayu Kusumaningtyas Purwoatmodjo' }),
    address = 'Perumahan Griya Kencana Asri Blok C7 No. 12A, RT 004/RW 011, Kelurahan Sudimara Pinang',
    notes = 'Tolong dibungkus kado, titip satpam kalau tidak ada orang di rumah',
    shipment,
  } = texts
  const place = async (quantity = 1) => {
    await shop.addToCart(buyer, product, quantity)
    return shop.orderCart(buyer, { address, notes })
  }
  const [paid, shipped, done] = [await place(2), await place(), await place()]
  for (const order of [paid, shipped, done]) await shop.pay(buyer, order)
  for (const order of [shipped, done]) await shop.ship(order, shipment)
  await shop.changeStatus(buyer, done, 'SELESAI')
  const [paidTooLate, cancelled] = [await place(), await place()]
  await shop.payTooLate(buyer, paidTooLate)
  await shop.changeStatus(buyer, cancelled, 'DIBATALKAN')
  return { product, orders: { unpaid: await place(), paid, shipped, done, cancelled, paidTooLate } }
}

export interface Screen {
  /** Without it the screen begins at the position of the one before. */
  path?: string | ((stage: SellerStage) => string)
  /** The seller's actions on the page before it is passed to `look`. */
  act?: (page: Page, stage: SellerStage) => Promise<unknown>
  /** Replaces answers of the shop. */
  prepare?: (page: Page) => Promise<unknown>
}

const orderIn = (stage: Stage) => (set: SellerStage) => `/admin/manage-orders/order/${set.orders[stage].id}`
const found = ({ product }: SellerStage) => `/admin/manage-products?${new URLSearchParams({ query: product.name })}`
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

const dashboard: Record<string, Screen> = {
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

const others: Record<string, Screen> = {
  report: { path: '/admin/report' },
  'report-empty': { path: '/admin/report?from=2020-01-01&to=2020-01-31' },
  customer: { path: ({ orders: { paid } }) => `/admin/customers/${paid.id}` },
  'not-found': { path: '/admin/tidak-ada' },
  costs: { path: '/admin/manage-products/many?tab=modal' },
  users: { path: '/admin/manage-users' },
  'users-none': { path: '/admin/manage-users?query=tidak-ada' },
  profile: { path: '/admin/profile' },
  'profile-edit': { act: press('Edit Profil') },
  settings: { path: '/admin/settings' },
  'settings-open': { act: openSettings },
  notifications: { path: '/admin/notifications' },
}

const orders: Record<string, Screen> = {
  orders: { path: '/admin/manage-orders' },
  'orders-filter': { act: openFilter },
  'orders-empty': { path: '/admin/manage-orders', prepare: emptyLists },
  'orders-none': { path: '/admin/manage-orders?query=tidak-ada&status=DIKIRIM' },
  'orders-chosen': { path: '/admin/manage-orders', act: choose },
  'orders-question': { act: press(/^Kirim \d/) },
  'order-new': { path: '/admin/manage-orders/baru' },
  production: { path: '/admin/production' },
  'orders-to-pack': { path: '/admin/manage-orders?packed=no' },
  'ship-many': { path: ({ orders: { paid } }) => `/admin/manage-orders/resi?ids=${paid.id}` },
  'ship-review': {
    act: async (page) => {
      await page.getByPlaceholder('Nomor resi').fill('CGK1')
      await press(/^Periksa \d/)(page)
    },
  },
  print: { path: ({ orders: { paid, shipped } }) => `/admin/print?ids=${paid.id},${shipped.id}` },
  'print-receipt': { path: ({ orders: { paid } }) => `/admin/print?ids=${paid.id}&kind=receipt&paper=a4` },
}

const order: Record<string, Screen> = {
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
    prepare: (page) => hold(page, '**/api/admin/orders/*/cancel'),
    act: async (page) => {
      await press('Akhiri pesanan')(page)
      await press('Ya, akhiri')(page)
      await page.getByRole('button', { name: 'Akhiri pesanan', disabled: true }).waitFor()
    },
  },
}

const products = {
  products: { path: '/admin/manage-products' },
  'product-add': { act: press('Tambah baru') },
  'product-problems': {
    act: async (page) => {
      await press('Simpan')(page)
      await page.getByLabel('Unggah gambar').setInputFiles(noPicture)
    },
  },
  'products-low': { path: '/admin/manage-products?stock=low' },
  'products-none': { path: '/admin/manage-products?query=rendang' },
  'products-deleted': { path: '/admin/manage-products/deleted' },
  'many-prices': {
    path: '/admin/manage-products/many',
    act: async (page) => {
      await page.getByLabel('Persen').fill('7')
      await press('Lihat harga baru')(page)
      await page.getByRole('list', { name: 'Harga lama dan baru' }).waitFor()
    },
  },
  'many-stocks': {
    path: '/admin/manage-products/many?tab=stok',
    act: (page) =>
      page
        .getByLabel(/jumlah dibuat$/)
        .first()
        .fill('20'),
  },
  'products-order': { path: '/admin/manage-products/order' },
  'product-menu': { path: found, act: press(/^Lainnya untuk /) },
  'product-share': { path: found, act: (page, { product }) => chooseOf(page, product, 'Bagikan') },
  'products-file': { path: '/admin/manage-products/many?tab=berkas' },
  'products-failure': {
    path: '/admin/manage-products',
    prepare: (page) => page.route('**/api/admin/products?*', (route) => route.abort()),
  },
  'product-figures': {
    path: found,
    act: async (page, { product }) => {
      await page.getByTitle(`Ubah stok ${product.name}`).click()
      await page.getByRole('textbox', { name: `Ubah stok ${product.name}` }).fill('banyak')
      await page.keyboard.press('Enter')
    },
  },
  'product-figures-asked': {
    act: async (page, { product }) => {
      const field = page.getByRole('textbox', { name: `Ubah stok ${product.name}` })
      await field.fill('1,2')
      await field.press('Enter')
      await page.getByRole('button', { name: 'Pakai 1.200' }).waitFor()
    },
  },
  'product-figures-restored': {
    path: found,
    act: async (page, { product }) => {
      await page.getByTitle(`Ubah stok ${product.name}`).click()
      await page.getByRole('textbox', { name: `Ubah stok ${product.name}` }).fill('+20')
      await page.keyboard.press('Escape')
      await page.getByTitle(`Ubah stok ${product.name}`).click()
      await page.getByText('Isian Anda dipulihkan').waitFor()
    },
  },
  'product-asked': {
    path: found,
    act: async (page, { product }) => {
      await press(`Edit ${product.name}`)(page)
      await page.getByLabel('Harga (Rp)').fill('12.5')
      await press('Simpan')(page)
      await page.getByRole('button', { name: 'Pakai 12.500' }).waitFor()
    },
  },
  'product-restored': {
    path: found,
    act: async (page, { product }) => {
      await press(`Edit ${product.name}`)(page)
      await page.getByLabel('Deskripsi').fill('Dipanggang pagi ini.')
      await page.keyboard.press('Escape')
      await press(`Edit ${product.name}`)(page)
      await page.getByText('Isian Anda dipulihkan').waitFor()
    },
  },
  'product-edit': { path: found, act: edit },
  'product-history': { act: openHistory },
  'product-saving': {
    act: async (page) => {
      await hold(page, '**/api/admin/products/*')
      await press('Simpan')(page)
      await page.getByRole('button', { name: 'Menyimpan...' }).waitFor()
    },
  },
  'product-refused': {
    path: found,
    act: async (page, set) => {
      await edit(page, set)
      await page.getByLabel('Deskripsi').fill('Dipanggang sore ini.')
      await page.route('**/api/admin/products/*', (route) => route.abort())
      await press('Simpan')(page)
      await page.getByRole('alert').filter({ hasText: 'memperbarui' }).waitFor()
    },
  },
  'product-delete': {
    path: found,
    act: async (page, { product }) => {
      const isDesktop = await page.getByRole('table').isVisible()
      await (isDesktop ? press(`Hapus ${product.name}`)(page) : chooseOf(page, product, 'Hapus'))
    },
  },
} satisfies Record<string, Screen>

/** The screens by the title of their test. */
export const sellerScreens = {
  ...{ dashboard, 'other pages': others, money: moneyScreens },
  ...{ 'list of orders': orders, order, products },
}

/** Opens the screens one after the other and passes each to `look`. */
export async function walk(
  page: Page,
  screens: Record<string, Screen>,
  stage: SellerStage,
  look: (name: string) => Promise<void>,
): Promise<void> {
  // No typed value of one screen is restored on the next one.
  await page.addInitScript(() => sessionStorage.clear())
  for (const [name, { path, act, prepare }] of Object.entries(screens)) {
    await dropHeld(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await prepare?.(page)
    if (path !== undefined) {
      await visit(page, typeof path === 'string' ? path : path(stage))
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    }
    await act?.(page, stage)
    await look(name)
  }
}

const held = new WeakMap<Page, Route[]>()

/** Its requests are not answered, so the page stays in this state until the next screen. */
async function hold(page: Page, url: string): Promise<void> {
  await page.route(url, (route) => {
    held.set(page, [...(held.get(page) ?? []), route])
  })
}

/** Otherwise the shop would get the held requests when their route is removed. */
async function dropHeld(page: Page): Promise<void> {
  for (const route of held.get(page) ?? []) await route.abort()
  held.delete(page)
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

async function openHistory(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Riwayat perubahan' }).click()
  await page
    .getByText(/ oleh |Belum ada perubahan/)
    .first()
    .waitFor()
}

async function choose(page: Page, { orders: { paid } }: SellerStage): Promise<void> {
  await showAllPaid(page)
  await page.getByRole('checkbox', { name: `Pilih pesanan ${paid.id}` }).click()
}

async function edit(page: Page, { product }: SellerStage): Promise<void> {
  await press(`Edit ${product.name}`)(page)
  await page.getByLabel(/ gambar$/).setInputFiles(await drawing('kastengel'))
  await page.getByRole('img', { name: 'Pratinjau gambar yang dipilih' }).waitFor()
}
