import { expect, test } from './fixtures.ts'
import { fillAddress, sendOrder } from './order-form.ts'
import { answer, expectToast, jakartaTime, logIn, problem, register, statusBadge, stepper, visit } from './screen.ts'
import { seller } from './set-ups.ts'
import { unique } from './shop.ts'
import { snapPopup } from './snap-popup.ts'

const snack = { name: 'Keripik Singkong Balado' }

// Playwright's mock clock does not affect the gateway's popup, downloads and pictures.
test.use({ serviceWorkers: 'allow' })

test('a visitor becomes a customer and pays; the seller ships; it arrives', async ({ page, openBrowser, shop }) => {
  const id = unique()
  const buyer = { name: `Dewi ${id}`, email: `dewi-${id}@contoh.test`, password: 'sandi-dewi-1' }

  await test.step('finds a snack by search', async () => {
    await visit(page, '/')
    await page.getByRole('combobox', { name: 'Cari produk' }).fill('singkong')
    await page.getByRole('button', { name: 'Cari', exact: true }).click()
    await expect(page).toHaveURL('/products?query=singkong')
    await page.getByRole('link', { name: snack.name }).click()
    await expect(page.getByRole('heading', { level: 1, name: snack.name })).toBeVisible()
  })

  await test.step('must log in, and registers', async () => {
    await page.getByRole('button', { name: 'Checkout' }).click()
    const refusal = problem(page)
    await expect(refusal).toContainText('Anda harus login terlebih dahulu untuk melakukan checkout')
    await refusal.getByRole('link', { name: 'Login' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Daftar' }).click()
    await register(page, buyer)
    await expect(page).toHaveURL(/\/auth\/login\?next=/)
    await logIn(page, buyer)
    await expect(page.getByRole('heading', { level: 1, name: snack.name })).toBeVisible()
  })

  await test.step('puts it into the cart and changes the quantity', async () => {
    await page.getByRole('button', { name: '1kg · Bal' }).click()
    await stepper(page, snack).more.click()
    await page.getByRole('button', { name: 'Checkout' }).click()
    await expectToast(page, 'Berhasil menambahkan produk ke keranjang belanja')
    await expect(page).toHaveURL('/cart')
    const { less, value } = stepper(page, snack)
    await expect(value).toHaveText('2')
    await less.click()
    await expect(value).toHaveText('1')
    await stepper(page, snack).more.click()
    await expect(value).toHaveText('2')
    await expect(page.getByText('Total (1 produk)').locator('..')).toContainText('Rp 124.000')
    await page.getByRole('link', { name: 'Checkout' }).click()
  })

  await test.step('orders', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Buat Pesanan' })).toBeVisible()
    await fillAddress(page)
    await page.getByLabel('Catatan').fill('Titip di pos satpam')
    for (const [name, amount] of [
      ['Subtotal Produk', 'Rp 124.000'],
      ['Ongkos Kirim', 'Rp 4.000'],
      ['Biaya Pelayanan', 'Rp 2.000'],
      ['Total Pembayaran', 'Rp 130.000'],
    ] as const) {
      const row = page.getByRole('term').filter({ hasText: name }).locator('..')
      await expect(row.getByRole('definition')).toHaveText(amount)
    }
    await sendOrder(page)
  })

  const orderId = await test.step('pays in the popup', async () => {
    const popup = snapPopup(page)
    await expect(popup.dialog).toContainText('Rp130.000')
    await popup.pay()
    await popup.expectPaid()
    await expectToast(page, 'Pembayaran berhasil!')
    await expect(page).toHaveURL(/\/my-order\/order\/[^/]+$/)
    await expect(statusBadge(page, 'DIBAYAR')).toBeVisible()
    await expect(page.getByText('BCA Virtual Account')).toBeVisible()
    return new URL(page.url()).pathname.split('/').at(-1) ?? ''
  })

  await test.step('the seller is notified and ships', async () => {
    const sellersPage = await openBrowser()
    await visit(sellersPage, '/auth/login')
    await logIn(sellersPage, seller)
    await expect(sellersPage).toHaveURL('/admin/dashboard')
    await sellersPage.getByRole('link', { name: /^Notifikasi/ }).click()
    await expect(
      sellersPage.getByRole('link', { name: `Pesanan #${orderId} sudah dibayar dan siap dikirim.` }),
    ).toBeVisible()
    await visit(sellersPage, '/admin/manage-orders')
    const paid = sellersPage.getByRole('region', { name: /^Pesanan Dibayar/ }).first()
    await paid.getByRole('link', { name: new RegExp(`${orderId}|${buyer.name}`) }).click()
    await expect(sellersPage.getByRole('heading', { name: `Pesanan #${orderId}` })).toBeVisible()
    await expect(sellersPage.getByText('Titip di pos satpam')).toBeVisible()
    await sellersPage.getByRole('button', { name: 'Kirim Pesanan' }).click()
    await answer(sellersPage, `Apakah anda ingin mengirim pesanan #${orderId}`, 'Kirim')
    await expectToast(sellersPage, 'Pesan telah dikirim')
    await expect(sellersPage).toHaveURL('/admin/manage-orders')
  })

  await test.step('the buyer confirms that it has arrived', async () => {
    await visit(page, '/my-order')
    await page.getByRole('link', { name: 'Dikirim', exact: true }).click()
    await page.getByRole('link', { name: `Lihat Pesanan ${orderId}` }).click()
    await page.getByRole('button', { name: 'Konfirmasi Pesanan' }).click()
    await answer(page, 'Konfirmasi pesanan sekarang?', 'Ya, konfirmasi')
    await expectToast(page, 'Pesanan telah dikonfirmasi')
    await expect(page).toHaveURL('/my-order?status=SELESAI')
  })

  await test.step('and finds the order finished, with its history', async () => {
    await page.getByRole('link', { name: `Lihat Pesanan ${orderId}` }).click()
    await expect(statusBadge(page, 'SELESAI')).toBeVisible()
    const { order_time } = await shop.order(await shop.logIn(buyer), orderId)
    await expect(page.getByText(`Dipesan ${jakartaTime(order_time)}`)).toBeVisible()
    await expect(page.getByText('Selamat menikmati')).toBeVisible()
    const way = page.getByRole('region', { name: 'Perjalanan pesanan' }).getByRole('listitem')
    await expect(way).toContainText(['Dipesan', 'Dibayar', 'Dikirim', 'Selesai'])
    await page.getByRole('link', { name: 'Simpan struk' }).click()
    await expect(page.getByRole('article', { name: `Struk ${orderId}` })).toContainText(
      /Biaya PelayananRp.2\.000.*Lunas \d\d-\d\d-\d{4}/,
    )
    // As in the browser of another app.
    await page.evaluate(() => Object.assign(window, { print: undefined }))
    await page.getByRole('button', { name: 'Cetak atau simpan PDF' }).click()
    await expect(page.getByText('Di sini tidak bisa mencetak.')).toBeVisible()
    await page.getByRole('link', { name: 'Kembali' }).click()
    const history = page.getByRole('region', { name: 'Riwayat Pesanan' }).getByRole('listitem')
    await page.getByText('Riwayat Pesanan').click()
    await expect(history).toContainText([
      'Pesanan dibuat',
      'Pembayaran diterima',
      'Pesanan dikirim',
      'Pesanan diterima pembeli',
    ])
  })
})
