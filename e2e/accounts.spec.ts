/// <reference lib="dom" />
import type { Route } from '@playwright/test'
import { buyerTest, expect, test } from './fixtures.ts'
import { hugePicture, noPicture, smallPicture } from './pictures.ts'
import { expectToast, hold, logIn, problem, register, visit } from './screen.ts'
import { seller } from './set-ups.ts'
import { unique } from './shop.ts'

test('a wrong password is refused; the right one stores token and role', async ({ page, shop, faults }) => {
  faults.allow(/status of 401/)
  const buyer = await shop.makeBuyer()
  await visit(page, '/auth/login')
  await logIn(page, { ...buyer, password: 'bukan-sandinya' })
  await expect(problem(page)).toContainText(/salah/i)
  const password = page.getByLabel('Kata Sandi', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Tampilkan kata sandi' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Sembunyikan kata sandi' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  await logIn(page, buyer)
  await expect(page).toHaveURL('/')
  const stored = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('role')])
  expect(stored).toEqual([expect.stringMatching(/.{20}/), 'false'])
})

test('a form that is sent before its scripts are there is sent when they are', async ({ page, shop }) => {
  const buyer = await shop.makeBuyer()
  const release = await hold(page, '**/assets/entry.client*.js')
  await page.goto('/auth/login', { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Kata Sandi', { exact: true }).fill(buyer.password)
  await page.getByLabel('Kata Sandi', { exact: true }).press('Enter')
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  release()
  await expect(page).toHaveURL('/')
})

test('each wrong response to a login has its own message', async ({ page, faults }) => {
  faults.allow(/status of 502/, /502 from/, /api\/auth\/login/)
  await visit(page, '/auth/login')
  for (const [respond, message] of [
    [(route: Route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }), 'Login gagal'],
    [(route: Route) => route.fulfill({ json: { data: { is_admin: false } } }), 'Token tidak ditemukan dalam respons'],
    [(route: Route) => route.abort(), 'Terjadi kesalahan saat login'],
  ] as const) {
    await page.route('**/api/auth/login', respond)
    await logIn(page, seller)
    await expect(problem(page)).toHaveText(message)
    await page.unroute('**/api/auth/login')
  }
  await page.getByRole('banner').getByRole('link', { name: 'Beranda' }).click()
  await expect(page).toHaveURL('/')
})

test('a registration marks wrong fields and a taken email, and leads to the login', async ({ page, shop, faults }) => {
  faults.allow(/status of 40[09]/, /ERR_FAILED|ApiError/)
  const { email: taken } = await shop.makeBuyer()
  const dewi = { name: 'Dewi', email: `dewi-${unique()}@contoh.test`, password: 'sandi-dewi-1' }
  await visit(page, '/auth/register?next=%2Fcart')
  await page.getByRole('button', { name: 'Daftar' }).click()
  for (const label of ['Nama Lengkap', 'Email', 'No Telepon', 'Kata Sandi']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  }
  await register(page, { ...dewi, email: taken })
  await expect(problem(page)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await page.route('**/api/auth/register', (route) => route.abort(), { times: 1 })
  await register(page, dewi)
  await expect(problem(page)).toHaveText('Gagal mendaftarkan pengguna.')
  await page.getByRole('button', { name: 'Daftar' }).click()
  await expect(page).toHaveURL('/auth/login?next=%2Fcart')
  await expect(page.getByLabel('Email')).toHaveValue(dewi.email)
  await expect(page.getByLabel('Kata Sandi', { exact: true }), 'no other value is kept').toHaveValue('')
  await logIn(page, dewi)
  await expect(page).toHaveURL('/cart')
})

buyerTest("the account's page begins with its menu on a phone @phone", async ({ page, isMobile }) => {
  test.skip(!isMobile, 'A desktop has the menu in its header')
  await visit(page, '/profile')
  const menu = page.getByRole('navigation', { name: 'Akun' })
  const top = async (what: typeof menu) => (await what.boundingBox())?.y ?? 0
  expect(await top(menu)).toBeLessThan(await top(page.getByRole('group', { name: 'Data profil' })))
  await expect(menu.getByRole('button', { name: 'Keluar' })).toBeInViewport()
})

buyerTest('a profile is read-only until edited, and the focus goes along', async ({ page, buyer }) => {
  await visit(page, '/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profil Saya' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Akun' }), 'which only a phone has').toBeHidden()
  const name = page.getByLabel('Nama Lengkap')
  for (const label of ['Nama Lengkap', 'Email', 'No Telepon', 'Jenis Kelamin', 'Alamat Lengkap']) {
    await expect(page.getByLabel(label, { exact: true })).toBeDisabled()
  }
  const genders = ['Belum diisi', 'Laki-laki', 'Perempuan']
  await expect(page.getByLabel('Jenis Kelamin').getByRole('option')).toHaveText(genders)
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)

  const edit = page.getByRole('button', { name: 'Edit Profil' })
  const place = await page.evaluate(() => scrollY)
  await edit.press('Enter')
  await expect(page.getByRole('group', { name: 'Data profil' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(place)
  await name.fill('Nama yang dibuang')
  await page.getByRole('button', { name: 'Batal' }).press('Enter')
  await expect(edit).toBeFocused()
  await expect(name).toHaveValue(buyer.name)
  await expect(name).toBeDisabled()

  const newName = `Sri ${unique()}`
  await edit.click()
  await name.fill(newName)
  await page.getByLabel('Jenis Kelamin').selectOption('Perempuan')
  await page.getByLabel('Alamat Lengkap').fill('Jl. Cempaka No. 5')
  await page.getByRole('button', { name: 'Simpan Perubahan' }).press('Enter')
  await expectToast(page, 'Profil berhasil diperbarui')
  await expect(edit).toBeFocused()
  await expect(page.getByRole('heading', { name: newName })).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue(newName)
  await expect(page.getByLabel('Jenis Kelamin')).toHaveValue('PEREMPUAN')
  await expect(page.getByLabel('Alamat Lengkap')).toHaveValue('Jl. Cempaka No. 5')
})

buyerTest('a profile photo must be a picture of at most 5 MB', async ({ page }) => {
  await visit(page, '/profile')
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  const photo = page.getByLabel(/^(Pilih|Ganti) Foto$/)
  await photo.setInputFiles(noPicture)
  await expect(page.getByText('Pilih file gambar yang valid', { exact: true })).toBeVisible()
  await photo.setInputFiles(hugePicture())
  await expect(page.getByText('Ukuran gambar maksimal 5MB', { exact: true })).toBeVisible()
  await photo.setInputFiles(smallPicture)
  await page.getByRole('button', { name: 'Simpan Perubahan' }).click()
  await expectToast(page, 'Profil berhasil diperbarui')
  await expect(page.getByRole('img', { name: 'Foto profil' })).toHaveAttribute('src', /\/media\/.+\.webp$/)
})

buyerTest('a profile photo that never arrives is given up after two minutes, then sent again', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/users/me', (route) => (route.request().method() === 'PUT' ? undefined : route.continue()))
  await visit(page, '/profile')
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await page.getByLabel(/^(Pilih|Ganti) Foto$/).setInputFiles(smallPicture)
  await expect(page.getByRole('img', { name: 'Foto profil' })).toHaveAttribute('src', /^blob:/)
  const save = page.getByRole('button', { name: 'Simpan Perubahan' })
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await save.click()
  await sent
  await expect(save).toBeDisabled()
  await page.clock.fastForward(120_000)
  await expect(page.getByText('Gambar belum terkirim. Silakan coba lagi.')).toBeVisible()
  await expect(page.getByText('Gagal memperbarui profil')).toBeVisible()
  await page.unroute('**/api/users/me')
  await save.click()
  await expectToast(page, 'Profil berhasil diperbarui')
})
