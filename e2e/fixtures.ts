import { test as base, expect, type Page } from '@playwright/test'
import { Faults } from './faults.ts'
import { type Account, Shop } from './shop.ts'

export interface ShopOptions {
  /** Origin of the payment sandbox as browsers reach it. */
  sandboxUrl: string
}

interface ShopFixtures {
  /** The shop's API, to bring about quickly what a test begins with. */
  shop: Shop
  faults: Faults
  /** A browser of its own, logged in as `account` or as a visitor; `page` is a visitor's too. */
  openBrowser: (account?: Account) => Promise<Page>
}

/** Playwright's test, failing also on what `Faults` notes. */
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
      const storage = account ? [{ origin: shop.url, localStorage: sessionOf(account) }] : []
      const context = await browser.newContext({ storageState: { cookies: [], origins: storage } })
      contexts.push(context)
      await faults.watch(context, shop.url)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

function sessionOf({ token, isAdmin }: Account) {
  return [
    { name: 'token', value: token },
    { name: 'role', value: String(isAdmin) },
  ]
}

export { expect }
