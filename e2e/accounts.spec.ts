import type { Route } from '@playwright/test'
import { buyerTest, expect, sellerTest, test } from './fixtures.ts'
import { hugePicture, noPicture, smallPicture } from './pictures.ts'
import { expectToast, logIn, visit } from './screen.ts'
import { seller } from './set-ups.ts'
import { unique } from './shop.ts'

test('a wrong password is refused with a message and can be shown; the right one stores a token and a role', async ({
  page,
  shop,
  faults,
}) => {
  faults.allow(/status of 401/)
  const buyer = await shop.makeBuyer()
  await visit(page, '/auth/login')
  await logIn(page, { ...buyer, password: 'bukan-sandinya' })
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/salah/i)
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
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client*.js', (route) => held.then(() => route.continue()))
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
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(message)
    await page.unroute('**/api/auth/login')
  }
  await page.getByRole('banner').getByRole('link', { name: 'Beranda' }).click()
  await expect(page).toHaveURL('/')
})

test('a registration marks each wrong field, and an email that is taken', async ({ page, shop, faults }) => {
  faults.allow(/status of 40[09]/)
  const { email } = await shop.makeBuyer()
  await visit(page, '/auth/register')
  await page.getByRole('button', { name: 'Daftar' }).click()
  for (const label of ['Nama Lengkap', 'Email', 'No Telepon', 'Kata Sandi']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  }
  await page.getByLabel('Nama Lengkap').fill('Dewi')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('No Telepon').fill('081234567890')
  await page.getByLabel('Kata Sandi', { exact: true }).fill('sandi-dewi-1')
  await page.getByRole('button', { name: 'Daftar' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
})

test('the login form after a registration has the email, and no other value', async ({ page }) => {
  const email = `dewi-${unique()}@contoh.test`
  await visit(page, '/auth/register?next=%2Fcart')
  await page.getByLabel('Nama Lengkap').fill('Dewi')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('No Telepon').fill('081234567890')
  await page.getByLabel('Kata Sandi', { exact: true }).fill('sandi-dewi-1')
  await page.getByRole('button', { name: 'Daftar' }).click()
  await expect(page).toHaveURL('/auth/login?next=%2Fcart')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Kata Sandi', { exact: true })).toHaveValue('')
  await page.getByLabel('Kata Sandi', { exact: true }).fill('sandi-dewi-1')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/cart')
})

buyerTest("the account's page begins with its menu on a phone", { tag: '@phone' }, async ({ page, isMobile }) => {
  test.skip(!isMobile, 'A desktop has the menu in its header')
  await visit(page, '/profile')
  const menu = page.getByRole('navigation', { name: 'Akun' })
  const top = async (what: typeof menu) => (await what.boundingBox())?.y ?? 0
  expect(await top(menu)).toBeLessThan(await top(page.getByRole('group', { name: 'Data profil' })))
  await expect(menu.getByRole('button', { name: 'Keluar' })).toBeInViewport()
})

buyerTest('a profile is read-only until edited; cancelling restores it, saving keeps it', async ({ page, buyer }) => {
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

  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await name.fill('Nama yang dibuang')
  await page.getByRole('button', { name: 'Batal' }).click()
  await expect(name).toHaveValue(buyer.name)
  await expect(name).toBeDisabled()

  const newName = `Sri ${unique()}`
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await name.fill(newName)
  await page.getByLabel('Jenis Kelamin').selectOption('Perempuan')
  await page.getByLabel('Alamat Lengkap').fill('Jl. Cempaka No. 5')
  await page.getByRole('button', { name: 'Simpan Perubahan' }).click()
  await expectToast(page, 'Profil berhasil diperbarui')
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

buyerTest(
  'a profile photo that never arrives is given up after two minutes, and can be sent again',
  async ({ page }) => {
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
  },
)

sellerTest('the administrator has a profile of the same kind', { tag: '@thorough' }, async ({ page }) => {
  await visit(page, '/admin/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profil Admin' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Kata Sandi' })).toBeVisible()
  await expect(page.getByText('Administrator', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Nama Lengkap')).toHaveValue(seller.name)
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await page.getByLabel('Nama Lengkap').fill('Nama yang dibuang')
  await page.getByRole('button', { name: 'Batal' }).click()
  await expect(page.getByLabel('Nama Lengkap')).toHaveValue(seller.name)
})
