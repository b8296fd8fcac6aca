/// <reference lib="dom" />
/**
 * Three home kitchens move in on a phone, from a table of their goods to the first order: a kitchen of sambal that sends by
 * the kilogram to all Java, cakes for same-day couriers with a cut-off, and cookies for the five cities of the samples.
 */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { sendOrder } from './order-form.ts'
import { owner, ownerSettings, useOwnShop } from './own-shop.ts'
import { expectToast, statusBadge, visit } from './screen.ts'
import { firstPort } from './set-ups.ts'
import type { Account, Shop } from './shop.ts'
import { phone } from './sizes.ts'
import { snapPopup } from './snap-popup.ts'
import { thumbOn } from './thumb.ts'

test.use(phone)

type Thumb = ReturnType<typeof thumbOn>
type Row = readonly string[]

const heading: Row = ['Nama Produk', 'Harga', 'Stok', 'Kategori', 'Kemasan', 'Berat', 'Deskripsi']

/** The samples go, and a table copied from a spreadsheet becomes goods on sale. */
async function moveGoods(page: Page, thumb: Thumb, rows: readonly Row[], { words }: { words: boolean }) {
  await thumb.does('remove the samples', 3, async () => {
    await visit(page, '/admin/dashboard')
    await thumb.tapOn('button', 'Hapus contoh')
    await thumb.tapOn('button', 'Ya, hapus contoh')
    await expectToast(page, 'Contoh sudah dihapus')
  })
  await thumb.does('goods from a table', 9, async () => {
    await thumb.tapOn('link', 'Produk', page.getByRole('navigation', { name: 'Navigasi bawah' }))
    await thumb.tapOn('link', 'Pindahkan dari file')
    await thumb.twice(
      page.getByLabel('Tempel isi tabel').fill([heading, ...rows].map((row) => row.join('\t')).join('\n')),
    )
    await thumb.tapOn('button', 'Baca tabel')
    await thumb.tapOn('button', 'Periksa')
    if (words) await thumb.tapOn('button', 'Lanjutkan')
    await thumb.tapOn('button', `Simpan ${rows.length} produk`)
    await thumb.tapOn('button', `Tampilkan ${rows.length} produk`)
    await expect(page.getByText(`${rows.length} produk tampil di toko`)).toBeVisible()
  })
}

/** A buyer with goods in the cart opens the order form. */
async function orderForm(shop: Shop, openBrowser: OpenBrowser, name: string, quantity: number): Promise<Page> {
  const buyer = await shop.makeBuyer()
  const [product] = await shop.products({ query: name })
  if (!product) throw new Error(`No product is named ${name}`)
  await shop.addToCart(buyer, product, quantity)
  const page = await openBrowser(buyer)
  await visit(page, '/order')
  await page.getByLabel('Alamat Lengkap').fill('Jl. Kenanga No. 3')
  return page
}

type OpenBrowser = (account: Account) => Promise<Page>

async function choosePlace(page: Page, text: string, place: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Kota atau Kabupaten' })
  await field.fill(text)
  await page.getByRole('option', { name: place }).first().click()
  await page.getByLabel('Kode Pos').fill('60111')
}

async function sendAndPay(page: Page): Promise<void> {
  await sendOrder(page)
  await snapPopup(page).pay()
  await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
}

/** Types the beginning of each place and takes what the list offers first. */
async function addPlaces(page: Page, thumb: Thumb, places: Readonly<Record<string, string>>): Promise<void> {
  for (const [typed, name] of Object.entries(places)) {
    await thumb.type(page.getByRole('combobox', { name: 'Daerah' }), typed)
    await thumb.tap(page.getByRole('option', { name }).first())
  }
}

const tell = ({ log }: Thumb, kitchen: string) =>
  test.info().annotations.push({
    type: kitchen,
    description: log.map(({ task, taps, characters }) => `${task}: ${taps} taps, ${characters} characters`).join('; '),
  })

test.describe('sambal and dry lauk', () => {
  useOwnShop(firstPort + 160, ownerSettings)

  test('to all Java by the kilogram @thorough', async ({ openBrowser, shop }) => {
    const page = await openBrowser(await shop.logIn(owner))
    const thumb = thumbOn(page)
    const sambal = ['Sambal Bawang', 'Sambal Cumi', 'Sambal Roa'].map((name, at) => [
      name,
      `Rp ${28 + at}.000`,
      '24',
      'Sambal',
      'Botol',
      '150 gr',
      'Pedas, tahan sebulan.',
    ])
    const lauk = [
      ['Abon Sapi', '65.000', '12', 'Lauk Kering', 'Pouch', '250 gram', 'Gurih manis.'],
      ['Minyak Cabai', '90rb', '6', 'Sambal', 'Botol', '1 liter', 'Untuk dapur besar.'],
    ]
    await moveGoods(page, thumb, [...sambal, ...lauk], { words: true })
    await thumb.does('JNE to all Java', 35, async () => {
      await visit(page, '/admin/settings/zones')
      await thumb.tapOn('button', 'Tambah zona')
      await thumb.type(page.getByLabel('Nama zona'), 'Jawa')
      await addPlaces(page, thumb, {
        'jawa b': 'Jawa Barat',
        'jawa te': 'Jawa Tengah',
        'jawa ti': 'Jawa Timur',
        banten: 'Banten',
        yogya: 'Yogyakarta',
        jakarta: 'Jakarta',
      })
      await thumb.type(page.getByLabel('Nama layanan'), 'Reguler JNE')
      await thumb.type(page.getByLabel('Kilogram pertama (Rp)'), '12000')
      await thumb.type(page.getByLabel('Tiap kilogram berikutnya (Rp)'), '10000')
      await thumb.type(page.getByLabel('Paling cepat (hari)'), '2')
      await thumb.type(page.getByLabel('Paling lama (hari)'), '4')
      await thumb.tapOn('button', 'Simpan zona')
      await expectToast(page, 'Zona disimpan')
    })
    const form = await orderForm(shop, openBrowser, 'Minyak Cabai', 2)
    await choosePlace(form, 'surabaya', 'Kota Surabaya')
    await expect(form.getByText('Ongkos kirim Rp 22.000, tiba 2-4 hari setelah dikirim.')).toBeVisible()
    await sendAndPay(form)
    tell(thumb, 'sambal')
  })
})

test.describe('cakes', () => {
  useOwnShop(firstPort + 170, ownerSettings)

  test('by same-day courier with a cut-off @thorough', async ({ openBrowser, shop }) => {
    const page = await openBrowser(await shop.logIn(owner))
    const thumb = thumbOn(page)
    const cakes = ['Bolu Pandan', 'Brownies Kukus'].map((name) => [
      name,
      '75.000',
      '8',
      'Kue Basah',
      'Kotak',
      '1 pcs',
      'Dibuat pagi.',
    ])
    await moveGoods(page, thumb, cakes, { words: true })
    await thumb.does('a courier to the door', 12, async () => {
      await visit(page, '/admin/settings/zones')
      await thumb.tapOn('button', 'Tambah zona')
      await thumb.type(page.getByLabel('Nama zona'), 'Bandung')
      await addPlaces(page, thumb, { 'kota bandung': 'Kota Bandung' })
      await thumb.type(page.getByLabel('Nama layanan'), 'Kurir instan')
      await thumb.tap(page.getByLabel('Ongkos dibayar ke kurir'))
      await thumb.tapOn('button', 'Simpan zona')
      await expectToast(page, 'Zona disimpan')
    })
    await thumb.does('her days', 10, async () => {
      await visit(page, '/admin/settings#days')
      const section = page.locator('#days')
      const days = section.getByRole('group', { name: 'Hari menyerahkan' })
      for (const day of ['Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu'])
        await thumb.tap(days.getByText(day.slice(0, 3), { exact: true }))
      await thumb.twice(section.getByLabel('Batas jam pesan').fill('10:00'))
      await thumb.tapOn('button', 'Simpan', section)
      await expect(section).toContainText('Batas pukul 10.00 WIB')
    })
    const form = await orderForm(shop, openBrowser, 'Bolu Pandan', 1)
    await choosePlace(form, 'bandung', 'Kota Bandung')
    await expect(form.getByText('Ongkos kirim dibayar ke kurir saat pesanan tiba, di luar total ini.')).toBeVisible()
    await expect(form.getByText(/[Dd]ikirim (hari ini|besok|Sen|Sel|Rab|Kam|Jum|Sab)/).first()).toBeVisible()
    await sendAndPay(form)
    tell(thumb, 'cakes')
  })
})

test.describe('cookies', () => {
  useOwnShop(firstPort + 180, ownerSettings)

  test('to the five cities @thorough', async ({ openBrowser, shop }) => {
    const page = await openBrowser(await shop.logIn(owner))
    const thumb = thumbOn(page)
    const cookies = ['Nastar Wisman', 'Kastengel Edam'].map((name) => [
      name,
      '98.000',
      '10',
      'Kue Kering',
      'Toples',
      '500gram',
      'Renyah.',
    ])
    await moveGoods(page, thumb, cookies, { words: false })
    const form = await orderForm(shop, openBrowser, 'Nastar Wisman', 1)
    await form.getByLabel('Kota Pengiriman').selectOption('Depok')
    await sendAndPay(form)
    tell(thumb, 'cookies')
  })
})
