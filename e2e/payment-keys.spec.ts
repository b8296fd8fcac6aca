/** A production shop gets its keys in the browser, from a gateway on another origin. */
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { fillOrder, sendOrder } from './order-form.ts'
import { owner, ownerSettings, productionShop, useOwnShop } from './own-shop.ts'
import { expectToast, statusBadge, visit } from './screen.ts'
import { firstPort, gatewayKeys as keys } from './set-ups.ts'
import { snapPopup } from './snap-popup.ts'

/** The shown part of the client key. */
const ending = `Berakhiran ${keys.clientKey.slice(-4)}`
useOwnShop(firstPort + 60, {
  ...productionShop,
  ALLOW_IN_PRODUCTION: 'http,demo',
  ...ownerSettings,
})

test('a shop without keys opens soon, gets them from its owner, and is paid', async ({ openBrowser, shop, faults }) => {
  faults.allow(/status of (?:400|503)/, /503 from .*\/api\/orders/)
  const buyer = await shop.makeBuyer()
  const phone = await openBrowser(buyer)
  await visit(phone, '/')
  await expect(phone.getByText('Toko ini segera dibuka.')).toBeVisible()
  await expectAccessible(phone, 'a shop that opens soon')
  await fillOrder(phone, shop, buyer)
  await phone.getByRole('button', { name: 'Buat Pesanan' }).click()
  await expect(phone.getByRole('alert').filter({ hasText: 'belum bisa menerima pesanan' })).toBeVisible()

  const demo = await openBrowser(await shop.seller())
  await visit(demo, '/admin/settings#payment')
  await expect(demo.locator('#payment').getByText('Akun contoh tidak bisa melakukan ini')).toBeVisible()

  const page = await openBrowser(await shop.logIn(owner))
  await visit(page, '/admin/settings#payment')
  const section = page.locator('#payment')
  await expect(section.getByText('Toko belum bisa menerima pesanan.')).toBeVisible()
  const opening = page.locator('#opening summary')
  await expect(opening).toContainText('Pembeli belum bisa memesan')
  await section.getByLabel('Client key').fill(keys.clientKey)
  await section.getByLabel('Server key', { exact: true }).fill('SB-Mid-server-salah')
  await section.getByLabel('Kata sandi akun Anda').fill(owner.password)
  await section.getByRole('button', { name: 'Periksa dan simpan' }).click()
  await expect(section.getByText('Server key ditolak Midtrans')).toBeVisible()
  await expectAccessible(page, 'refused keys')
  await section.getByLabel('Server key', { exact: true }).fill(keys.serverKey)
  await section.getByRole('button', { name: 'Periksa dan simpan' }).click()
  await expectToast(page, 'Kunci pembayaran tersimpan')
  await expect(section.getByText(ending)).toBeVisible()
  await expect(opening).toContainText('Toko buka')
  await expect(section.getByText('Server key diterima Midtrans.')).toBeVisible()
  await expect(section.getByLabel('Server key', { exact: true })).toHaveCount(0)
  await expectAccessible(page, 'kept keys')

  // Her dashboard says at once, without a new document, that these keys move no money.
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('main').getByText('Simulasi: uang tidak berpindah')).toBeVisible()
  await page.goBack()
  await page.reload()
  await expect(section.getByText(ending)).toBeVisible()

  // A page that is loaded now may load the script of the gateway, which is another site.
  await phone.reload()
  await expect(phone.getByText('Toko ini segera dibuka.')).toHaveCount(0)
  await sendOrder(phone)
  await snapPopup(phone).pay()
  await expect(statusBadge(phone, 'DIBAYAR')).toBeVisible()
})

test('the owner removes the keys and tests a mail server', async ({ openBrowser, shop, faults }) => {
  faults.allow(/status of 400/)
  const page = await openBrowser(await shop.logIn(owner))
  await visit(page, '/admin/settings#payment')
  const section = page.locator('#payment')
  await section.getByRole('button', { name: 'Hapus kunci' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hapus kunci pembayaran?' })
  await expect(dialog).toContainText('Toko berhenti menerima pesanan')
  await expectAccessible(page, 'the question before keys are removed')
  await dialog.getByRole('button', { name: 'Batal' }).click()
  await expect(dialog).toBeHidden()
  await expect(section.getByText(ending)).toBeVisible()
  await section.getByRole('button', { name: 'Hapus kunci' }).click()
  await dialog.getByRole('button', { name: 'Hapus kunci' }).click()
  await expect(dialog.getByText('Kata sandi Anda wajib diisi.')).toBeVisible()
  await dialog.getByLabel('Kata sandi akun Anda').fill('salah-sekali')
  await dialog.getByRole('button', { name: 'Hapus kunci' }).click()
  await expect(dialog.getByText('Kata sandi saat ini salah.')).toBeVisible()
  await dialog.getByLabel('Kata sandi akun Anda').fill(owner.password)
  await dialog.getByRole('button', { name: 'Hapus kunci' }).dblclick()
  await expectToast(page, 'Kunci pembayaran dihapus')
  await expect(section.getByText('Toko belum bisa menerima pesanan.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Hapus kunci' })).toHaveCount(0)
  await expect(section.getByRole('button', { name: 'Periksa dan simpan' })).toBeVisible()

  // The refusal of a silent mail server is shown at its address, and the typed values stay.
  const mail = page.locator('#mail')
  await mail.locator('summary').first().click()
  await mail.getByLabel('Alamat server SMTP').fill('127.0.0.1')
  await mail.getByLabel('Port').fill('1')
  await mail.getByLabel('Kata sandi akun Anda').fill(owner.password)
  await mail.getByRole('button', { name: 'Coba dan simpan' }).click()
  await expect(mail.getByText('tidak bisa dihubungi')).toBeVisible()
  await expect(mail.getByLabel('Alamat server SMTP')).toBeFocused()
  await expect(mail.getByLabel('Alamat server SMTP')).toHaveValue('127.0.0.1')
  await expectAccessible(page, 'a refused mail server')
  await visit(page, '/')
  await expect(page.getByText('Toko ini segera dibuka.')).toBeVisible()
})
