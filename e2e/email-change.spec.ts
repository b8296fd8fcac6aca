import { expect, test } from './fixtures.ts'
import { mailedLinks } from './outbox.ts'
import { changeEmail, expectToast, logIn, problem, visit } from './screen.ts'
import { unique } from './shop.ts'

const noticeSubject = 'Email akun Camilan Anda telah diganti'

test('an e-mail that a thief changed is taken back by a link @thorough', async ({
  page,
  shop,
  openBrowser,
  faults,
}) => {
  faults.allow(/status of 40[01]/, /ERR_FAILED/, /ApiError/)
  const buyer = await shop.makeBuyer()
  const stolen = `pencuri-${unique()}@contoh.test`
  const thief = await openBrowser(buyer)
  await changeEmail(thief, stolen, buyer.password)

  const [link = ''] = await mailedLinks(buyer.email, noticeSubject, 1)
  await visit(page, link)
  await expect(page, 'the token is gone from the address bar').toHaveURL('/auth/undo-email')
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Semua perangkat' })).toBeVisible()
  await thief.reload()
  await expect(thief.getByLabel('Email'), 'opening the link changes nothing').toHaveValue(stolen)

  // Without a network the page says so, and the same link works afterwards.
  await page.route('**/api/auth/undo-email-change', (route) => route.abort())
  await page.getByRole('button', { name: 'Kembalikan Email' }).click()
  await expect(problem(page)).toBeVisible()
  await page.unroute('**/api/auth/undo-email-change')
  await page.getByRole('button', { name: 'Kembalikan Email' }).click()
  await expectToast(page, 'Email akun Anda sudah dikembalikan. Sekarang buat kata sandi baru.')
  await expect(page).toHaveURL('/auth/reset-password')
  await page.getByLabel('Kata Sandi Baru').fill('baru-12345')
  await page.getByRole('button', { name: 'Simpan Kata Sandi' }).click()
  await expect(page).toHaveURL('/auth/login')
  await logIn(page, { ...buyer, password: 'baru-12345' })
  await expect(page).toHaveURL('/')
  await thief.reload()
  await expect(thief, 'every other device is logged out').toHaveURL(/\/auth\/login/)

  const again = await openBrowser()
  await visit(again, link)
  await again.getByRole('button', { name: 'Kembalikan Email' }).click()
  await expect(problem(again)).toHaveText('Tautan ini sudah dipakai atau tidak berlaku lagi.')
  await again.getByRole('link', { name: 'Minta Tautan Kata Sandi' }).click()
  await expect(again).toHaveURL('/auth/forgot-password')
  await visit(again, '/auth/undo-email') // without a link
  await expect(problem(again)).toHaveText('Tautan ini sudah dipakai atau tidak berlaku lagi.')
})
