/** The seller's pages about products. */
import type { Page } from '@playwright/test'
import { drawing, noPicture } from './pictures.ts'
import { chooseOf, edit, listOf, quickEdit } from './product-list.ts'
import { openHistory, press } from './screen.ts'
import type { Screen } from './screens.ts'
import type { SellerStage } from './seller-stage.ts'

const found = ({ product }: SellerStage) => listOf(product)
const restored = (page: Page) => page.getByText('Isian Anda dipulihkan').waitFor()

export const productScreens: Record<string, Screen> = {
  products: { path: '/admin/manage-products' },
  'product-add': { act: press('Tambah baru') },
  'product-problems': {
    act: async (page) => {
      await press(/^Simpan$/)(page)
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
      await page.getByRole('button', { name: /^Simpan \d/ }).waitFor()
    },
  },
  'many-stocks': {
    path: '/admin/manage-products/many?tab=stok',
    act: (page) =>
      page
        .getByLabel(/^Ubah stok /)
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
  'product-figures': { path: found, act: typeNonsense },
  'product-figures-asked': {
    act: async (page, { product }) => {
      await quickEdit(page, 'stok', product).input.fill('1,2')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Pakai 1.200' }).waitFor()
    },
  },
  'product-figures-restored': {
    path: found,
    act: async (page, { product }) => {
      const { button, input } = quickEdit(page, 'stok', product)
      await button.click()
      await input.fill('+20')
      await page.keyboard.press('Escape')
      await button.click()
      await restored(page)
    },
  },
  'product-asked': {
    path: found,
    act: async (page, { product }) => {
      await edit(page, product)
      await page.getByLabel('Harga (Rp)').fill('12.5')
      await press('Simpan')(page)
      await page.getByRole('button', { name: 'Pakai 12.500' }).waitFor()
    },
  },
  'product-restored': {
    path: found,
    act: async (page, { product }) => {
      await edit(page, product)
      await page.getByLabel('Deskripsi').fill('Dipanggang pagi ini.')
      await page.keyboard.press('Escape')
      await edit(page, product)
      await restored(page)
    },
  },
  'product-edit': { path: found, act: choosePicture },
  'product-history': { act: openHistory },
  'product-saving': {
    act: async (page) => {
      await page.route('**/api/admin/products/*', () => undefined)
      await press('Simpan')(page)
      await page.getByRole('button', { name: 'Menyimpan...' }).waitFor()
    },
  },
  'product-refused': {
    path: found,
    act: async (page, set) => {
      await choosePicture(page, set)
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
}

async function choosePicture(page: Page, { product }: SellerStage): Promise<void> {
  await edit(page, product)
  await page.getByLabel(/ gambar$/).setInputFiles(await drawing('kastengel'))
  await page.getByRole('img', { name: 'Pratinjau gambar yang dipilih' }).waitFor()
}

export async function typeNonsense(page: Page, { product }: SellerStage): Promise<void> {
  await quickEdit(page, 'stok', product).button.click()
  await quickEdit(page, 'stok', product).input.fill('banyak')
  await page.keyboard.press('Enter')
}
