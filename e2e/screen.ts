/// <reference lib="dom" />
/** Actions and locators that the pages have in common. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Account } from './shop.ts'

const hydratesWithinMs = 30_000

/**
 * Opens a page and waits until its data is shown and React has hydrated it, because an earlier click would be lost.
 * `evaluate` does not need the 340 kB of script that `waitForFunction` runs in every new document.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  let isHydrated = false
  while (!isHydrated) isHydrated = await page.evaluate(waitForHydration, hydratesWithinMs).catch(falseIfLeft)
}

/** Runs in the page. A test may have stopped the page's clock and timers, but not these tasks. */
async function waitForHydration(withinMs: number): Promise<true> {
  const delay = 20
  for (let waited = 0; waited < withinMs; waited += delay) {
    // React marks `main` while it hydrates it, and the page itself at the end. Until then its buttons are off.
    const main = document.querySelector('html[data-ready] main:not([aria-busy])')
    if (main !== null && Object.keys(main).some((key) => key.startsWith('__react'))) return true
    await scheduler.postTask(() => undefined, { delay })
  }
  throw new Error(`${location.href} was not hydrated within ${withinMs} ms`)
}

/** The watched page may lead to another document. */
function falseIfLeft(error: Error): false {
  if (error.message.includes('Execution context was destroyed')) return false
  throw error
}

export async function logIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  // The registration page, from which a link may lead here, has fields with the same labels.
  await expect(page.getByRole('heading', { name: 'Login ke akun Anda' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Kata Sandi', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Fills in the form of a new account and sends it. */
export async function register(page: Page, { name, email, password }: Pick<Account, 'name' | 'email' | 'password'>) {
  await page.getByLabel('Nama Lengkap').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('No Telepon').fill('0812-3456-7890')
  await page.getByLabel('Kata Sandi', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Daftar' }).click()
}

/** The buyer's menu in the header. */
export const accountMenu = (page: Page): Locator => page.getByRole('banner').locator('summary')

export async function logOut(page: Page): Promise<void> {
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Keluar' }).click()
  await answer(page, 'Ingin keluar sekarang?', 'Keluar')
}

/** Expects a toast with exactly this sentence, and the link at its end if there is one. */
export async function expectToast(page: Page, sentence: string, link = ''): Promise<void> {
  const text = `${sentence} ${link}`.trim()
  await expect(page.getByRole('region', { name: 'Pemberitahuan' }).getByText(text, { exact: true })).toBeVisible()
}

/** What a page says about a failure of its own. */
export const problem = (page: Page): Locator => page.getByRole('main').getByRole('alert')

/** Keeps the requests to an address until the returned function is called. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, (route) => released.then(() => route.fallback()))
  return release
}

/** The shop gets the next changes that are sent to an address, but its answers are lost. */
export async function loseAnswers(page: Page, address: string, times = 1): Promise<void> {
  let left = times
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET' || left === 0) return route.fallback()
    left -= 1
    await route.fetch()
    await route.abort()
  })
}

/** For a step that presses the first button with this name. */
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Answers a confirmation dialog. */
export async function answer(page: Page, question: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question, exact: true })
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

export function stepper(page: Page, product: { name: string }) {
  const group = page.getByRole('group', { name: `Jumlah ${product.name}` })
  return {
    less: group.getByRole('button', { name: `Kurangi jumlah ${product.name}` }),
    more: group.getByRole('button', { name: `Tambah jumlah ${product.name}` }),
    field: group.getByRole('textbox', { name: `Jumlah ${product.name}` }),
    value: group.getByRole('status'),
  }
}

/** The status badge beside the heading of an order's page. */
export function statusBadge(page: Page, status: string): Locator {
  return page.getByRole('main').getByText(status, { exact: true })
}

/** An entry of a seller's list: a row on a desktop, a card on a phone. */
export function listed(page: Page, text: string): Locator {
  const cards = page.getByRole('list', { name: /^Daftar / }).getByRole('listitem')
  return page.getByRole('row').or(cards).filter({ hasText: text })
}

/** Opens the filters of the orders. On a phone a button beside the search shows them. */
export async function openFilter(page: Page): Promise<void> {
  const filter = page.getByRole('button', { name: 'Saring' })
  if (await filter.isVisible()) await filter.click()
}

/** Shows all paid orders. A phone hides all but the first five. */
export async function showAllPaid(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: /^Tampilkan semua \(/ })
  if (await more.isVisible()) await more.click()
}

export const storedDrafts = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))

/** `20-11-2026 14:05 WIB`, computed without the shop's own code. */
export function jakartaTime(instant: string): string {
  const shifted = new Date(new Date(instant).getTime() + 7 * 3_600_000).toISOString()
  const [year, month, day] = shifted.slice(0, 10).split('-')
  return `${day}-${month}-${year} ${shifted.slice(11, 16)} WIB`
}

/** Gives the account of this browser another e-mail, on its profile page. */
export async function changeEmail(page: Page, email: string, password: string): Promise<void> {
  await visit(page, '/profile')
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Kata sandi akun Anda').fill(password)
  await page.getByRole('button', { name: 'Simpan Perubahan' }).click()
  await expectToast(page, 'Profil berhasil diperbarui')
}

export async function openHistory(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Riwayat perubahan' }).click()
  await page
    .getByText(/ oleh |Belum ada perubahan/)
    .first()
    .waitFor()
}
