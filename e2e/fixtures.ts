/// <reference lib="dom" />
import { test as base, expect, type Page } from '@playwright/test'
import { Faults } from './faults.ts'
import { type Account, Shop } from './shop.ts'

export interface ShopOptions {
  /** Origin of the payment sandbox as browsers reach it. */
  sandboxUrl: string
}

interface ShopFixtures {
  /** The shop's API, which quickly prepares the state in which a test starts. */
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
      if (account) await storeSession(page, account, shop.url)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

/** The same, and `page` is logged in as the seller. */
export const sellerTest = test.extend({
  page: async ({ openBrowser, shop }, use) => use(await openBrowser(await shop.seller())),
})

/** The same, and `page` is logged in as `buyer`, whom no other test uses. */
export const buyerTest = test.extend<{ buyer: Account }>({
  buyer: async ({ shop }, use) => use(await shop.makeBuyer()),
  page: async ({ openBrowser, buyer }, use) => use(await openBrowser(buyer)),
})

/** Call it before the first page of the shop is loaded. Playwright's `storageState` would load a page for it. */
async function storeSession(page: Page, { token, id, isAdmin }: Account, origin: string): Promise<void> {
  await page.addInitScript(
    ({ session, shop }) => {
      // Only once, because a test may log out or end the session in another tab.
      if (location.origin !== shop || localStorage.getItem('isPrepared') !== null) return
      Object.assign(localStorage, session, { isPrepared: '' })
    },
    { session: { token, account: `${token.slice(0, 8)} ${id}`, role: String(isAdmin) }, shop: origin },
  )
}

export { expect }
