import type { Page } from '@playwright/test'
import type { Account, Shop } from './shop.ts'

/** For a walk through screens and their states, each of which is looked at: as a picture, or by axe. */
export interface Walk {
  shop: Shop
  /** A browser of its own. */
  openBrowser: (account?: Account) => Promise<Page>
  look: (page: Page, name: string) => Promise<void>
}
