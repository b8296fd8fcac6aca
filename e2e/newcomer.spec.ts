/// <reference lib="dom" />
/**
 * A shop of its own for each test, from an empty folder: what a new seller sees on a phone until the first product is on
 * sale, and the end of the samples in a shop that was tried with them.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { demoAccounts } from '../server/src/accounts/demo-accounts.ts'
import { addSamplePictures } from '../server/src/testing/sample-pictures.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { smallPicture } from './pictures.ts'
import { expectToast, listed, logIn, visit } from './screen.ts'
import { ServerProcess } from './server-process.ts'
import { dataVariable, newcomer } from './set-ups.ts'
import { phone } from './sizes.ts'
import { expectTouchable } from './touchable.ts'

const [demoCustomer, demoAdmin] = demoAccounts
const ani = { name: 'Bu Ani', email: 'ani@toko.example', password: 'nastar-keju-dan-teh' }

test.use({ ...phone, baseURL: newcomer.url, sandboxUrl: newcomer.sandboxUrl })
// Both shops have the same port.
test.describe.configure({ mode: 'serial' })

let folder: string
let server: ServerProcess | undefined

const environment = (demoData: boolean) => ({
  PORT: new URL(newcomer.url).port,
  DATA_DIR: path.join(folder, 'data'),
  DEMO_DATA: String(demoData),
})

async function start({ demoData }: { demoData: boolean }): Promise<void> {
  server = new ServerProcess({
    main: 'server/src/main.ts',
    env: environment(demoData),
    readyText: 'is open at',
    logFile: path.join(import.meta.dirname, 'results', 'shop-newcomer.log'),
  })
  await server.ready()
}

async function stop(): Promise<void> {
  await server?.stop()
  server = undefined
}

test.beforeEach(async () => {
  folder = await mkdtemp(path.join(process.env[dataVariable] ?? tmpdir(), 'newcomer-'))
})
test.afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

const list = (page: Page) => page.getByRole('region', { name: 'Siapkan toko' })

async function openStep(page: Page, title: string): Promise<void> {
  if (new URL(page.url()).pathname !== '/admin/dashboard') await visit(page, '/admin/dashboard')
  await list(page)
    .getByRole('link', { name: new RegExp(`^${title}`) })
    .click()
}

async function saveSection(page: Page, id: string, fields: Record<string, string>): Promise<void> {
  const section = page.locator(`#${id}`)
  for (const [label, text] of Object.entries(fields)) await section.getByLabel(label, { exact: true }).fill(text)
  await section.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(section.getByRole('button', { name: 'Menyimpan...' })).toBeHidden()
}

test('from an empty folder to the first own product on sale', async ({ openBrowser, context, faults }, info) => {
  faults.allow(/ERR_CONNECTION_REFUSED/) // at the end the shop is stopped before the pages are closed
  const minutes: string[] = []
  const startedAt = Date.now()
  const reached = async (page: Page, what: string) => {
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    minutes.push(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} ${what}`)
    await info.attach(`${minutes.length}-${what}`, { body: await page.screenshot(), contentType: 'image/png' })
  }
  await start({ demoData: false })
  await expect.poll(() => server?.output()).toContain('It is valid for 24 hours.')

  const page = await openBrowser()
  await visit(page, /http:\S+\/auth\/first-admin#\S+/.exec(server?.output() ?? '')?.[0] ?? '')
  await reached(page, 'the link from the log')
  await page.getByLabel('Nama Lengkap').fill(ani.name)
  await page.getByLabel('Email').fill(ani.email)
  await page.getByLabel('Kata Sandi', { exact: true }).fill(ani.password)
  await page.getByRole('button', { name: 'Buat Akun dan Masuk' }).click()
  await expect(list(page)).toContainText('0 dari 7 selesai')
  await reached(page, 'the dashboard says what is missing')
  await expectTouchable(page, 'the list')
  await expectAccessible(page, 'the list')

  await openStep(page, 'Nama dan cerita toko')
  await saveSection(page, 'identity', {
    'Nama toko': 'Dapur Bu Ani',
    'Cerita toko': 'Kue kering dari dapur rumah kami.',
  })
  await reached(page, 'the shop has a name and a story')
  await page.getByRole('link', { name: 'Kembali ke daftar Siapkan toko' }).click()
  await expect(list(page)).toContainText('1 dari 7 selesai')
  await openStep(page, 'WhatsApp dan alamat')
  await saveSection(page, 'contact', { WhatsApp: '0812 3456 7890', 'Alamat toko': 'Jl. Melati No. 7, Bogor' })
  await openStep(page, 'Pengiriman')
  await expect(page.locator('#delivery')).toHaveAttribute('open', '')
  await visit(page, '/admin/dashboard')
  await list(page)
    .getByRole('button', { name: /sudah sesuai$/ })
    .click()
  await expect(list(page)).toContainText('3 dari 7 selesai')
  await reached(page, 'three steps are done')

  await openStep(page, 'Produk pertama')
  const form = page.getByRole('dialog', { name: 'Tambah Produk' })
  await form.getByLabel('Unggah gambar').setInputFiles(smallPicture)
  await form.getByLabel('Nama Produk').fill('Nastar Bu Ani')
  await form.getByLabel('Kategori').selectOption('Kue Kering')
  await form.getByLabel('Berat').selectOption('500gram')
  await form.getByLabel('Harga (Rp)').fill('85.000')
  await form.getByLabel('Stok', { exact: true }).fill('12')
  await form.getByLabel('Deskripsi').fill('Nastar dengan selai nanas buatan sendiri.')
  await form.getByRole('button', { name: 'Simpan' }).click()
  await expectToast(page, 'Produk berhasil ditambahkan!')
  await expect(listed(page, 'Nastar Bu Ani')).toBeVisible()
  await expect(page).toHaveURL('/admin/manage-products')
  await reached(page, 'the first product is on sale')

  const visitor = await context.newPage()
  await visit(visitor, '/')
  await expect(
    visitor
      .getByRole('main')
      .getByRole('link', { name: /Nastar Bu Ani/ })
      .first(),
  ).toBeVisible()
  await expect(visitor).toHaveTitle(/Dapur Bu Ani/)
  await reached(visitor, 'a visitor sees it')

  await visit(page, '/admin/dashboard')
  await expect(list(page)).toContainText('4 dari 7 selesai')
  await visit(page, '/admin/settings#contact') // not from the list: then nothing leads back to it
  await expect(page.locator('#contact')).toHaveAttribute('open', '')
  await expect(page.getByRole('link', { name: 'Kembali ke daftar Siapkan toko' })).toHaveCount(0)
  await visit(page, '/admin/dashboard')
  for (const what of ['Masih simulasi', 'Belum ada server email', 'Belum ada cadangan']) {
    await expect(list(page)).toContainText(what)
  }
  await reached(page, 'payment, mail and backup are left')
  await list(page).getByRole('button', { name: 'Sembunyikan daftar ini' }).click()
  await expect(list(page)).toBeHidden()
  await visit(page, '/admin/settings#setup')
  await page.getByRole('button', { name: 'Buka daftar di Dashboard' }).click()
  await expect(list(page)).toContainText('4 dari 7 selesai')
  console.log(minutes.join('\n'))
})

test('samples that a shop was tried with are removed by an own account, and never come back', async ({
  openBrowser,
  faults,
}) => {
  faults.allow(/status of 40[19]/, /ApiError/, /ERR_CONNECTION_REFUSED/)
  await addSamplePictures(environment(true).DATA_DIR)
  await start({ demoData: true })
  const page = await openBrowser()
  await visit(page, '/auth/login')
  await logIn(page, demoAdmin)
  const removal = list(page).getByRole('button', { name: 'Hapus contoh' })
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
  await expect(question).toContainText('Akun Anda sudah jadi, dan Anda masuk sebagai Bu Ani.')
  await expect(question).toContainText('18 produk contoh dihapus')
  await expect(page.getByRole('banner')).toContainText(ani.name)
  await expectAccessible(page, 'the question')
  // Nothing has happened yet.
  await question.getByRole('button', { name: 'Batal' }).click()
  await removal.click()
  await question.getByRole('button', { name: 'Ya, hapus contoh' }).dblclick()
  await expectToast(page, 'Contoh sudah dihapus')
  await expect(removal).toBeHidden()
  await visit(page, '/admin/manage-products')
  await expect(page.getByText('Belum ada produk', { exact: true })).toBeVisible()

  await stop()
  await start({ demoData: true })
  await visit(page, '/admin/manage-products')
  await expect(page.getByText('Belum ada produk', { exact: true })).toBeVisible()
  const other = await openBrowser()
  await visit(other, '/auth/login')
  await logIn(other, demoAdmin)
  await expect(other.getByText('Email atau kata sandi salah.')).toBeVisible()
  await visit(page, '/admin/settings#setup')
  await page.getByRole('button', { name: 'Hapus contoh' }).click()
  await expect(page.getByRole('dialog', { name: 'Tidak ada contoh' })).toContainText('Contoh sudah dihapus')
})
