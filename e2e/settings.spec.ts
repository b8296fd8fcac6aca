/// <reference lib="dom" />
/**
 * The settings, the opening hours and the end of the samples, in a shop of their own, because other tests need an open shop
 * with untouched texts, fees and samples.
 */
import path from 'node:path'
import { defaultLook } from '@camilan/contract/looks'
import type { Locator, Page } from '@playwright/test'
import { demoAccounts } from '../server/src/people/login/demo-accounts.ts'
import { expectAccessible } from './accessible.ts'
import { buyerTest, expect, sellerTest, test } from './fixtures.ts'
import { fillAddress, fillOrder, sendOrder } from './order-form.ts'
import { useOwnShop } from './own-shop.ts'
import { expectToast, logIn, visit } from './screen.ts'
import { firstPort } from './set-ups.ts'
import { phone } from './sizes.ts'
import { snapPopup } from './snap-popup.ts'
import { expectTouchable } from './touchable.ts'

const [demoCustomer, demoAdmin] = demoAccounts
const ani = { name: 'Bu Ani', email: 'ani@toko.example', password: 'nastar-keju-dan-teh' }

useOwnShop(firstPort + 30, { SERVICE_FEE: '2000' })

const banner = (page: Page) => page.getByRole('region', { name: 'Keadaan toko' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Buat Pesanan' })
/** As if some time had passed, because a page asks again when its reader returns to it. */
const comeBack = (page: Page) =>
  page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 60_000
    document.dispatchEvent(new Event('visibilitychange'))
  })

test.describe('open and closed', () => {
  test.afterEach(({ shop }) =>
    shop.changeSettings({ closed: null, hours: null, daily_cap: { orders: null, pieces: null } }),
  )

  test.describe('on a phone', () => {
    test.use(phone)

    test('the seller closes the shop and opens it again', async ({ openBrowser, shop, page, faults }) => {
      faults.allow(/400/)
      const admin = await openBrowser(await shop.seller())
      await visit(admin, '/admin/dashboard')
      const card = admin.getByRole('region', { name: 'Buka dan tutup' })
      await expect(card).toContainText('Toko buka')
      await card.getByRole('button', { name: 'Tutup sementara' }).click()
      const dialog = admin.getByRole('dialog', { name: 'Tutup sementara' })
      await dialog.getByLabel('Kalimat untuk pembeli (opsional)').fill('Libur Lebaran')
      await dialog.getByLabel('Buka lagi pada (opsional)').fill('2020-01-01')
      await expectAccessible(admin, 'the question before the shop is closed')
      await dialog.getByRole('button', { name: 'Tutup toko' }).click()
      await expect(dialog.getByText('Pilih tanggal setelah hari ini.')).toBeVisible()
      await expect(dialog.getByLabel('Kalimat untuk pembeli (opsional)')).toHaveValue('Libur Lebaran')
      await dialog.getByLabel('Buka lagi pada (opsional)').fill('2099-12-31')
      await dialog.getByRole('button', { name: 'Tutup toko' }).click()
      await expectToast(admin, 'Toko ditutup')
      await expect(card).toContainText('Toko sedang tutup')
      await expect(banner(admin)).toContainText('Libur Lebaran. Buka lagi Kamis, 31 Desember 2099.')
      await expectAccessible(admin, 'the dashboard of a closed shop')

      await visit(page, '/')
      await expect(banner(page)).toContainText('Toko sedang tutup. Libur Lebaran. Buka lagi Kamis, 31 Desember 2099.')
      await expect(banner(page).getByRole('link')).toHaveText('Isi keranjang dulu')
      await expectAccessible(page, 'the home page of a closed shop')
      await card.getByRole('button', { name: 'Buka lagi' }).click()
      await expectToast(admin, 'Toko dibuka lagi')
      await expect(card).toContainText('Toko buka')
      await expect(banner(admin)).toBeHidden()
      await comeBack(page)
      await expect(banner(page)).toBeHidden()
    })
  })

  buyerTest('the order page of a closed shop says so; it is sent later', async ({ page, buyer, shop, faults }) => {
    faults.allow(/409/)
    await fillOrder(page, shop, buyer)
    await shop.changeSettings({ closed: { sentence: 'Libur', reopens_on: null } })
    await sendOrder(page) // the page was loaded before
    await expect(banner(page)).toContainText('Toko sedang tutup. Libur.')
    await expect(sendButton(page)).toBeDisabled()
    await expect(sendButton(page)).toHaveAccessibleDescription(
      'Toko sedang tutup. Keranjang dan isian Anda tetap tersimpan.',
    )
    await expect(page.getByLabel('Alamat Lengkap')).toHaveValue('Jl. Mawar No. 4')
    await expectAccessible(page, 'the order page of a closed shop')
    await visit(page, '/order')
    await expect(sendButton(page)).toBeDisabled()
    await expect(page.getByLabel('Alamat Lengkap')).toHaveValue('Jl. Mawar No. 4')
    await expect(page.getByLabel('Kota Pengiriman')).toHaveValue('Tangerang')

    await shop.changeSettings({ closed: null })
    await comeBack(page)
    await expect(sendButton(page)).toBeEnabled()
    await sendOrder(page)
    await expect(snapPopup(page).vaNumber).toBeVisible()
  })

  buyerTest("the refusal over the day's cap names its rest @thorough", async ({ page, buyer, shop, faults }) => {
    faults.allow(/409/)
    await shop.addToCart(buyer, await shop.makeProduct(), 3)
    await shop.changeSettings({ daily_cap: { orders: null, pieces: 2 } })
    await visit(page, '/order')
    await fillAddress(page)
    await sendOrder(page)
    // Fewer than two if another test has ordered today.
    await expect(page.getByRole('alert').filter({ hasText: /hanya bisa menerima [12] barang lagi/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ubah isi keranjang' })).toBeVisible()
    await expect(banner(page)).toBeHidden()
    await expect(sendButton(page)).toBeEnabled()
  })

  test('hours and a cap are set, and shown to everybody @thorough', async ({ openBrowser, shop, page }) => {
    const admin = await openBrowser(await shop.seller())
    await visit(admin, '/admin/settings#opening')
    await admin.getByLabel('Tampilkan jam buka').check()
    await admin.getByLabel('Buka hari Senin').fill('09:00')
    await admin.getByRole('button', { name: 'Samakan semua dengan Senin' }).click()
    await admin.getByLabel('Minggu', { exact: true }).uncheck()
    await admin.getByLabel('Tutup hari Sabtu').fill('02:00')
    await expect(admin.getByText('Sampai hari berikutnya')).toBeVisible()
    await admin.getByLabel('Pesanan per hari').fill('40')
    await expectAccessible(admin, 'the hours and the cap in the settings')
    await save(admin.locator('#opening'))
    await visit(admin, '/admin/settings')
    await expect(admin.locator('#opening summary')).toContainText('Senin–Jumat 09:00–17:00 WIB, Sabtu 09:00–02:00 WIB')
    await visit(admin, '/admin/dashboard')
    await expect(admin.getByRole('region', { name: 'Buka dan tutup' })).toContainText(
      /Sisa batas hari ini: \d+ dari 40 pesanan/,
    )

    await visit(page, '/')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('term')).toHaveText(['Senin–Jumat', 'Sabtu', 'Minggu'])
    await expect(footer.getByRole('definition')).toHaveText(['09:00–17:00 WIB', '09:00–02:00 WIB', 'Tutup'])
  })
})

async function section(page: Page, name: string) {
  const part = page.locator('details').filter({ has: page.getByRole('heading', { name }) })
  if ((await part.getAttribute('open')) === null) await part.locator('summary').click()
  return part
}

async function save(part: Locator): Promise<void> {
  await part.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expectToast(part.page(), 'Pengaturan tersimpan')
}

sellerTest('a seller names the shop and its contacts for every page', async ({ page, openBrowser, shop }) => {
  await visit(page, '/admin/settings')
  const identity = await section(page, 'Nama dan cerita toko')
  await identity.getByLabel('Nama toko').fill('Dapur Bu Ani')
  await identity.getByLabel('Slogan').fill('Keripik tempe renyah dari Bogor.')
  await identity.getByLabel('Cerita toko').fill('Kami mulai dari teras.\n\nSekarang berempat.')
  await identity.getByLabel('Berjualan sejak tahun').fill('2019')
  await save(identity)
  const contact = await section(page, 'Alamat dan kontak')
  await contact.getByLabel('WhatsApp').fill('0812 3456 7890')
  await contact.getByLabel('Instagram').fill('https://www.instagram.com/dapur.bu.ani/')
  await contact.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(contact.getByLabel('Instagram')).toHaveValue('@dapur.bu.ani')

  const visitor = await openBrowser(await shop.makeBuyer())
  await visit(visitor, '/')
  await expect(visitor.getByRole('heading', { name: 'Selamat datang di Dapur Bu Ani' })).toBeVisible()
  await expect(visitor.getByText('Keripik tempe renyah dari Bogor.')).toHaveCount(2)
  const footer = visitor.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', 'https://wa.me/6281234567890')
  await expect(footer.getByText('Facebook')).toHaveCount(0)
  await expect(footer).toContainText('© 2019 Dapur Bu Ani')
  await visit(visitor, '/about-us')
  await expect(visitor.getByText('Kami mulai dari teras.')).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'Hubungi kami' })).toContainText('@dapur.bu.ani')
  await expect(visitor.getByText('2016')).toHaveCount(0)
  await expectAccessible(visitor, 'about us, in the words of the seller')
})

sellerTest('a packaging that is alone is chosen, if the seller wants it', async ({ page, openBrowser, shop }) => {
  await visit(page, '/admin/settings')
  const goods = await section(page, 'Produk di toko')
  await goods.getByLabel('Kemasan tunggal sudah terpilih').check()
  await save(goods)
  const buyer = await openBrowser(await shop.makeBuyer())
  await visit(buyer, `/products/${(await shop.sample('Lidah Kucing')).id}`)
  await expect(buyer.getByRole('button', { name: '250gram · Toples' })).toHaveAttribute('aria-pressed', 'true')
  await buyer.getByRole('button', { name: 'Checkout' }).click()
  await expectToast(buyer, 'Berhasil menambahkan produk ke keranjang belanja')
  await shop.changeSettings({ choose_only_packaging: false })
})

sellerTest('a city has its own cost, another is off; both are seen @thorough', async ({ page, openBrowser, shop }) => {
  await visit(page, '/admin/settings#delivery')
  const delivery = await section(page, 'Pengiriman dan biaya')
  await expect(delivery.getByLabel('Biaya pelayanan (Rp)')).toHaveAttribute('readonly')
  await expect(delivery).toContainText('Diatur di server dengan SERVICE_FEE')
  await delivery.getByLabel('Minimal belanja (Rp)').fill('9000')
  await delivery.locator('summary', { hasText: 'ke Bogor' }).click()
  await delivery.getByLabel('Ongkos (Rp) ke Bogor').fill('12.5')
  await delivery.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(delivery.getByText('Minimal belanja harus antara 10.000 dan 10.000.000.')).toBeVisible()
  await delivery.getByRole('button', { name: 'Pakai 12.500' }).click()
  await delivery.getByLabel('Minimal belanja (Rp)').fill('60000')
  await delivery.getByLabel('Lama kirim ke Bogor').fill('3-4 hari')
  await delivery.getByRole('checkbox', { name: 'Bekasi' }).setChecked(false)
  await expectAccessible(page, 'settings that are being changed')
  await save(delivery)
  await expect(delivery.locator('summary', { hasText: 'ke Bogor' })).toHaveText(/^Rp\s12\.500, 3-4 hari/)

  const ani = await shop.makeBuyer()
  await shop.addToCart(ani, await shop.makeProduct({ price: 20_000 }))
  const buyer = await openBrowser(ani)
  await visit(buyer, '/order')
  const city = buyer.getByLabel('Kota Pengiriman')
  await expect(city.getByRole('option')).toHaveText([
    'Pilih kota',
    /^Jakarta \(ongkos Rp.4\.000\)$/,
    /^Bogor \(ongkos Rp.12\.500\)$/,
    /^Depok/,
    /^Tangerang/,
  ])
  await city.selectOption('Bogor')
  await expect(buyer.getByText('Tiba 3-4 hari setelah dikirim.')).toBeVisible()
  await expect(buyer.getByText(/Total pesanan minimal Rp.60\.000\. Tambah Rp.25\.500 lagi/)).toBeVisible()
})

test('an older page is told the new fee and a city that is off @thorough', async ({ openBrowser, shop, faults }) => {
  faults.allow(/status of 409/)
  const ani = await shop.makeBuyer()
  await shop.addToCart(ani, await shop.makeProduct({ price: 90_000 }))
  const buyer = await openBrowser(ani)
  await visit(buyer, '/order')
  await fillAddress(buyer, 'Jl. Kenanga No. 3', 'Depok')
  await shop.changeSettings({ cities: { Depok: { cost: null, days: null, delivers: false } } })
  await buyer.getByRole('button', { name: 'Buat Pesanan' }).click()
  await expect(buyer.getByRole('alert').filter({ hasText: 'Kami sedang tidak mengirim ke Depok.' })).toBeVisible()
  await buyer.getByRole('button', { name: 'Muat ulang halaman' }).click()
  await expect(buyer.getByLabel('Alamat Lengkap')).toHaveValue('Jl. Kenanga No. 3')
  await expect(buyer.getByLabel('Kota Pengiriman')).toHaveValue('')
  await buyer.getByLabel('Kota Pengiriman').selectOption('Jakarta')
  await shop.changeSettings({ shipping_cost: 7_000 })
  await buyer.getByRole('button', { name: 'Buat Pesanan' }).click()
  await expect(buyer.getByRole('alert').filter({ hasText: 'sudah berubah. Muat ulang halaman ini.' })).toBeVisible()
})

buyerTest('the seller offers ways to pay, and the buyer chooses one', async ({ page, buyer, openBrowser, shop }) => {
  const admin = await openBrowser(await shop.seller())
  await visit(admin, '/admin/settings')
  const methods = await section(admin, 'Cara bayar')
  await methods.getByLabel(/^BCA/).uncheck()
  await methods.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(methods.getByRole('alert')).toContainText('Pilih paling sedikit satu cara bayar.')
  for (const name of [/^BCA/, /^QRIS/, /^Alfamart/]) await methods.getByLabel(name).check()
  await expect(methods.getByRole('alert')).toHaveCount(0)
  await expectAccessible(admin, 'the ways to pay in the settings')
  await save(methods)

  await shop.addToCart(buyer, await shop.makeProduct({ price: 6_000_000 }))
  await fillOrder(page, shop, buyer)
  const choice = page.getByRole('region', { name: '4. Cara Bayar' })
  await expect(choice.getByLabel('Pilih nanti')).toBeChecked()
  await expect(choice.getByLabel('Alfamart')).toBeDisabled()
  await expect(choice.getByLabel('Alfamart')).toHaveAccessibleDescription('Hanya sampai Rp 5.000.000.')
  await choice.getByLabel('QRIS').check()
  await expect(page.getByRole('region', { name: '5. Ringkasan Biaya' })).toContainText('Pembayaran melalui QRIS.')
  await expectAccessible(page, 'the choice of a way to pay')
  await page.reload()
  await expect(choice.getByLabel('QRIS')).toBeChecked()
  await sendOrder(page)
  await expect(snapPopup(page).dialog).toBeVisible()
  expect((await shop.orders(buyer)).map(({ transaction }) => transaction.chosen_method)).toEqual(['other_qris'])
  await shop.changeSettings({ payment_methods: ['bca_va'] })
})

sellerTest('typed values survive a reload, and two sellers lose nothing', async ({ page, shop, faults }) => {
  faults.allow(/status of 409/)
  await visit(page, '/admin/settings')
  const unpaid = await section(page, 'Pesanan yang belum dibayar')
  await unpaid.getByLabel('Batas waktu bayar', { exact: true }).selectOption('6 jam')
  await page.reload()
  await expect(unpaid.getByText('Isian Anda dipulihkan')).toBeVisible()
  await expect(unpaid.getByLabel('Batas waktu bayar', { exact: true })).toHaveValue('360')
  await shop.changeSettings({ payment_expiry_minutes: 600, max_unpaid_orders: 9 })
  await unpaid.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(unpaid.getByText('Sekarang “10 jam”. Simpan lagi untuk memakai isian Anda.')).toBeVisible()
  await expect(unpaid.getByLabel('Batas waktu bayar', { exact: true })).toHaveValue('360')
  await expect(unpaid.getByRole('option', { name: '10 jam' })).toHaveCount(1)
  await expect(unpaid.getByLabel('Pesanan belum dibayar per pembeli')).toHaveValue('9')
  await save(unpaid)
  await page.getByText('Riwayat perubahan').click()
  await expect(page.getByText('Batas waktu bayar 10 jam → 6 jam oleh Bu Sari')).toBeVisible()
})

sellerTest('a logo is in the header of every page as soon as it is saved @thorough', async ({ page }) => {
  await visit(page, '/admin/settings#identity')
  const identity = await section(page, 'Nama dan cerita toko')
  await identity.getByLabel('Unggah logo').setInputFiles(path.join(import.meta.dirname, '../web/public/icon-192.png'))
  // Without another button, because the one below saves only the texts.
  await expect(page.getByText('Logo tersimpan')).toBeVisible()
  await visit(page, '/')
  await expect(page.getByRole('banner').locator('img').first()).toHaveAttribute('src', /\/media\/[0-9a-z]+-160\.webp$/)
  await visit(page, '/admin/settings#identity')
  await identity.getByRole('button', { name: 'Hapus logo' }).click()
  await expect(page.getByText('Logo dihapus')).toBeVisible()
})

test("chosen colours and typefaces are on the buyers' pages @thorough", async ({ openBrowser, page, shop }) => {
  const seller = await openBrowser(await shop.seller())
  await visit(seller, '/admin/settings#look')
  const looks = await section(seller, 'Tampilan')
  await looks.getByRole('radio', { name: 'Bunga telang' }).focus()
  await seller.keyboard.press('Space')
  await looks.getByRole('radio', { name: 'Klasik' }).check()
  await looks.getByLabel('Warna utama sendiri').fill('FFD400')
  await expect(looks.getByRole('status').filter({ hasText: '#ffd400 menjadi' })).toContainText('#816a01')
  await expectAccessible(seller, 'the looks to choose from')
  await save(looks)
  await expect(looks.getByLabel('Warna utama sendiri')).toHaveValue('#816a01')

  await visit(page, '/')
  const styles = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
      return {
        page: getComputedStyle(document.body).backgroundColor,
        button: getComputedStyle(document.querySelector('main a[href="/products"]') as Element).backgroundColor,
        fonts: loaded
          .map(({ family }) => family.replaceAll('"', ''))
          .filter((family) => !/Arial|Roboto/.test(family))
          .sort(),
      }
    })
  const fonts = ['Figtree', 'Judul klasik']
  await expect.poll(styles).toEqual({ page: 'rgb(246, 249, 254)', button: 'rgb(129, 106, 1)', fonts })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(async () => (await styles()).page).toBe('rgb(20, 23, 30)')
  await expectAccessible(page, 'the home page in another look')
  await shop.changeSettings({ look: defaultLook })
})

/** The settings with which an order is placed here, whatever earlier tests have set. */
const usualCosts = { shipping_cost: 4_000, minimum_order: 10_000 }

buyerTest('a buyer sees the cost by weight, or fetches the order', async ({ page, buyer, shop, faults }) => {
  faults.allow(/ERR_FAILED/)
  await shop.changeSettings({ ...usualCosts, delivery_per_kg: true, pickup: true })
  const product = await shop.makeProduct({ price: 30_000 })
  await shop.addToCart(buyer, product, 3)
  await page.route('**/api/carts/costs*', (route) => route.abort(), { times: 1 })
  await visit(page, '/order')
  const costs = page.getByRole('region', { name: '4. Ringkasan Biaya' })
  const send = page.getByRole('button', { name: 'Buat Pesanan' })
  await fillAddress(page, 'Jl. Mawar No. 4', 'Tangerang')
  await expect(costs).toContainText('Biaya pesanan belum bisa dihitung.')
  await expect(send).toBeDisabled()
  await costs.getByRole('button', { name: 'Coba lagi' }).press('Enter')
  await expect(costs).toContainText('Berat 1,5 kg, ongkos kirim dihitung 2 kg.')
  await expect(costs).toContainText('Ongkos KirimRp 8.000')
  await page.getByRole('checkbox', { name: 'Ambil sendiri, tanpa ongkos kirim' }).press('Space')
  await expect(costs).toContainText('Total PembayaranRp 92.000')
  await expect(page.getByLabel('Kota Pengiriman')).toHaveCount(0)
  await sendOrder(page)
  await expect(snapPopup(page).dialog).toContainText('Rp92.000')
  expect(await shop.orders(buyer)).toMatchObject([{ total_price: 92_000, delivery_way: 'pickup' }])
  await shop.changeSettings({ delivery_per_kg: false, pickup: false })
})

sellerTest('the list of a new shop is a line when an order is paid @thorough', async ({ page, shop }) => {
  await visit(page, '/admin/dashboard')
  const headings = page.getByRole('main').getByRole('heading', { level: 2, name: /^Siapkan toko|perlu dikirim$/i })
  const step = page.getByRole('region', { name: 'Siapkan toko' }).getByRole('link', { name: /^Email/ })
  await expect(headings).toHaveText([/^Siapkan toko, \d dari 7 selesai$/, 'Perlu dikirim'])
  await expect(step).toBeVisible()
  await shop.changeSettings(usualCosts)
  await shop.paidOrder()
  await expect(headings).toHaveText(['1 pesanan perlu dikirim', /^Siapkan toko, \d dari 7 selesai$/])
  await expect(step).toBeHidden()
  await headings.last().click()
  await step.click()
  await page.getByRole('link', { name: 'Kembali ke daftar Siapkan toko' }).click()
  await expect(step).toBeInViewport()

  await shop.changeSettings({ daily_cap: { orders: 1, pieces: null } })
  await page.setViewportSize(phone.viewport)
  await visit(page, '/admin/dashboard')
  const reason = page.getByRole('region', { name: 'Buka dan tutup' }).getByText('Pesanan hari ini sudah penuh')
  await expect(reason).toBeVisible()
  const height = () => reason.evaluate((line) => line.getBoundingClientRect().height)
  expect(await height(), 'it has the whole width of a narrow phone').toBeLessThan(60)
})

// The last test, because its samples and demo accounts do not come back.
test.describe('a shop after its trial, on a phone', () => {
  test.use(phone)

  test('the seller removes the samples with an own account @thorough', async ({ openBrowser, faults }) => {
    faults.allow(/status of 409/, /ApiError/)
    const page = await openBrowser()
    await visit(page, '/auth/login')
    await logIn(page, demoAdmin)
    await expect(page).toHaveURL('/admin/dashboard')
    await visit(page, '/admin/dashboard#setup')
    const removal = page.getByRole('region', { name: 'Siapkan toko' }).getByRole('button', { name: 'Hapus contoh' })
    await removal.click()

    const account = page.getByRole('dialog', { name: 'Buat akun Anda dulu' })
    await expectTouchable(page, 'the form for an own account')
    await expectAccessible(page, 'the form for an own account')
    await account.getByLabel('Nama Lengkap').fill(ani.name)
    await account.getByLabel('Email').fill(demoCustomer.email)
    await account.getByLabel('Kata Sandi', { exact: true }).fill(ani.password)
    await account.getByRole('button', { name: 'Buat akun' }).click()
    await expect(account.getByText('Email sudah terdaftar.').first()).toBeVisible()
    await account.getByLabel('Email').fill(ani.email)
    await account.getByRole('button', { name: 'Buat akun' }).click()

    const question = page.getByRole('dialog', { name: 'Hapus semua contoh?' })
    await expect(question).toContainText('Akun Anda sudah jadi, dan Anda login sebagai Bu Ani.')
    await expect(question).toContainText('18 produk contoh dihapus')
    await expect(page.getByRole('banner')).toContainText(ani.name)
    await expectAccessible(page, 'the question')
    // Nothing is removed yet.
    await question.getByRole('button', { name: 'Batal' }).click()
    await removal.click()
    await question.getByRole('button', { name: 'Ya, hapus contoh' }).dblclick()
    await expectToast(page, 'Contoh sudah dihapus')
    await expect(removal).toBeHidden()
    await visit(page, '/admin/manage-products?query=nastar')
    await expect(page.getByText('Tidak ada produk yang ditemukan', { exact: true })).toBeVisible()
    await visit(page, '/admin/settings#setup')
    await page.getByRole('button', { name: 'Hapus contoh' }).click()
    await expect(page.getByRole('dialog', { name: 'Tidak ada contoh' })).toContainText('Contoh sudah dihapus')
  })
})
