import { expect, test } from './fixtures.ts'
import { mailedLinks } from './outbox.ts'
import { expectToast, logIn, problem, visit } from './screen.ts'

const resetSubject = 'Atur ulang kata sandi Camilan'
const changedSubject = 'Kata sandi Camilan Anda telah diubah'
/** The shop of these tests has no mail. */
const sameForAll = 'Kalau email tersebut terdaftar, tautannya sudah disimpan untuk penjual.'

test('a forgotten password is replaced through a link sent by email', async ({ page, shop, openBrowser, faults }) => {
  faults.allow(/status of 40[01]/, /ApiError/)
  const buyer = await shop.makeBuyer()
  const otherDevice = await openBrowser(buyer)
  await visit(otherDevice, '/profile')

  await visit(page, '/auth/login')
  await page.getByRole('link', { name: 'Lupa kata sandi?' }).click()
  await expect(page).toHaveURL('/auth/forgot-password')
  await page.getByLabel('Email').fill(buyer.email.toUpperCase())
  await page.getByRole('button', { name: 'Kirim Tautan' }).click()
  await expect(page.getByRole('status')).toHaveText(sameForAll)

  const [link = ''] = await mailedLinks(buyer.email, resetSubject, 1)
  await visit(page, link)
  await expect(page, 'the token is gone from the address bar').toHaveURL('/auth/reset-password')
  await page.reload()
  const password = page.getByLabel('Kata Sandi Baru')
  await password.fill('baru-1234')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Tampilkan kata sandi' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Simpan Kata Sandi' }).click()

  await expect(page).toHaveURL('/auth/login')
  await expectToast(page, 'Kata sandi berhasil diubah. Silakan login dengan kata sandi baru Anda.')
  await logIn(page, buyer)
  await expect(problem(page)).toContainText(/salah/i)
  await logIn(page, { ...buyer, password: 'baru-1234' })
  await expect(page).toHaveURL('/')

  await otherDevice.reload()
  await expect(otherDevice, 'every other device is logged out').toHaveURL(/\/auth\/login/)
  await mailedLinks(buyer.email, changedSubject, 1)
})

test('a reset link works once; without one a new one is offered @thorough', async ({ page, request, shop, faults }) => {
  faults.allow(/status of 400/)
  const buyer = await shop.makeBuyer()
  await request.post('/api/auth/forgot-password', { data: { email: buyer.email } })
  const [link = ''] = await mailedLinks(buyer.email, resetSubject, 1)

  const password = page.getByLabel('Kata Sandi Baru')
  const openedTwice = await page.context().newPage()
  await visit(openedTwice, link)
  await openedTwice.getByLabel('Kata Sandi Baru').fill('baru-5678')
  await visit(page, link)
  await password.fill('baru-1234')
  await page.getByRole('button', { name: 'Simpan Kata Sandi' }).click()
  await expect(page).toHaveURL('/auth/login')

  await visit(page, link)
  await expect(problem(page), 'before a password is typed').toHaveText(
    'Tautan ini tidak berlaku lagi. Silakan minta tautan baru.',
  )
  await expect(password).toBeHidden()
  await openedTwice.getByRole('button', { name: 'Simpan Kata Sandi' }).click()
  await expect(problem(openedTwice)).toHaveText('Tautan ini tidak berlaku lagi. Silakan minta tautan baru.')
  await visit(page, '/')
  await visit(page, '/auth/reset-password')
  await expect(problem(page)).toHaveText('Tautan ini tidak berlaku lagi. Silakan minta tautan baru.')
  await page.getByRole('link', { name: 'Minta Tautan Baru' }).click()
  await expect(page).toHaveURL('/auth/forgot-password')
})

test('the password is changed in the profile, with the current one', async ({ openBrowser, page, shop, faults }) => {
  faults.allow(/status of 40[01]/, /ApiError/)
  const buyer = await shop.makeBuyer()
  const here = await openBrowser(buyer)
  const elsewhere = await openBrowser(await shop.logIn(buyer))
  await visit(elsewhere, '/profile')
  await visit(here, '/profile')

  const section = here.getByRole('region', { name: 'Kata Sandi' })
  const current = section.getByLabel('Kata Sandi Saat Ini')
  await section.getByRole('button', { name: 'Ubah Kata Sandi' }).click()
  await expect(current).toBeFocused()
  await section.getByRole('button', { name: 'Ubah Kata Sandi' }).click()
  await expect(current).toHaveAttribute('aria-invalid', 'true')
  await current.fill('bukan-ini')
  await section.getByLabel('Kata Sandi Baru').fill('baru-1234')
  await section.getByRole('button', { name: 'Ubah Kata Sandi' }).click()
  await expect(current).toHaveAccessibleDescription('Kata sandi saat ini salah.')

  await current.fill(buyer.password)
  await section.getByRole('button', { name: 'Ubah Kata Sandi' }).click()
  await expectToast(here, 'Kata sandi berhasil diubah')
  await expect(section.getByRole('button', { name: 'Ubah Kata Sandi' })).toBeFocused()
  await here.reload()
  await expect(here.getByLabel('Email')).toHaveValue(buyer.email)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/auth\/login/)

  await visit(page, '/auth/login')
  await logIn(page, { ...buyer, password: 'baru-1234' })
  await expect(page).toHaveURL('/')
})
