/// <reference lib="dom" />
import { test as base, expect, type Page } from '@playwright/test'
import { Faults } from './faults.ts'
import { type Account, Shop } from './shop.ts'

export interface ShopOptions {
  /** Origin of the payment sandbox as browsers reach it. */
  sandboxUrl: string
}

interface ShopFixtures {
  /** The shop's API, which prepares quickly what a test starts from. */
  shop: Shop
  faults: Faults
  /** A page in a new browser context, logged in as `account`, or as a visitor like the fixture `page`. */
  openBrowser: (account?: Account) => Promise<Page>
}

/** Playwright's test, which also fails on every fault that `Faults` records. */
export const test = base.extend<ShopFixtures & ShopOptions>({
  sandboxUrl: ['', { option: true }],

  shop: async ({ baseURL, sandboxUrl }, use) => {
    if (!baseURL) throw new Error('The project names no baseURL')
    await use(new Shop(baseURL, sandboxUrl))
  },

  faults: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern
    async ({}, use) => {
      const faults = new Faults()
      await use(faults)
      expect(faults.unexpected(), 'console, page and network faults').toEqual([])
    },
    { auto: true },
  ],

  context: async ({ context, faults, shop }, use) => {
    await faults.watch(context, shop.url)
    await use(context)
  },

  openBrowser: async ({ browser, faults, shop }, use) => {
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = []
    await use(async (account) => {
      const context = await browser.newContext()
      contexts.push(context)
      await faults.watch(context, shop.url)
      const page = await context.newPage()
      if (account) await storeSession(page, account)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

/** Playwright's `storageState` does the same, but opens a second page for it, which takes longer. */
async function storeSession(page: Page, { token, isAdmin }: Account): Promise<void> {
  // Names an icon: without one the browser would ask the shop for /favicon.ico.
  const emptyPage = '<!doctype html><link rel="icon" href="data:,">'
  await page.route('/empty', (route) => route.fulfill({ contentType: 'text/html', body: emptyPage }))
  await page.goto('/empty')
  await page.evaluate((session) => Object.assign(localStorage, session), { token, role: String(isAdmin) })
  await page.unroute('/empty')
}

export { expect }
