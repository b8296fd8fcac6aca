import type { Page } from '@playwright/test'
import type { Account, Shop } from './shop.ts'

/** The parameters of a walk through screens and their states. */
export interface Walk {
  shop: Shop
  /** Opens a page in a new browser context. */
  openBrowser: (account?: Account) => Promise<Page>
  /** Called on every screen and state: takes a screenshot, or judges its accessibility. */
  look: (page: Page, name: string) => Promise<void>
}
