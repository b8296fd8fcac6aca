/** Every screen and state of the shop, for the tests of accessibility and the screenshots. */
import type { Page } from '@playwright/test'
import { newBuyerScreens, profileScreens } from './buyer-screens.ts'
import { cartScreens, checkoutScreens, redirectScreens } from './checkout-screens.ts'
import { moneyScreens } from './money-screens.ts'
import { linkedOrderScreens, lostOrderScreens, orderScreens } from './order-screens.ts'
import { productScreens } from './product-screens.ts'
import { visit } from './screen.ts'
import { dashboardScreens, orderListScreens, otherScreens, sellersOrderScreens } from './seller-screens.ts'
import { type SellerStage, setSellerStage } from './seller-stage.ts'
import { type Account, type Shop, unique } from './shop.ts'
import { authScreens, catalogueScreens } from './visitor-screens.ts'

/** The parameters of a walk through screens and their states. */
export interface Walk {
  shop: Shop
  /** Opens a page in a new browser context. */
  openBrowser: (account?: Account) => Promise<Page>
  /** Called on every screen and state: takes a screenshot, or judges its accessibility. */
  look: (page: Page, name: string) => Promise<void>
}

/** A screen of the seller. */
export interface Screen {
  /** Without it the screen begins at the position of the one before. */
  path?: string | ((stage: SellerStage) => string)
  /** The seller's actions on the page before it is passed to `look`. */
  act?: (page: Page, stage: SellerStage) => Promise<unknown>
  /** Replaces answers of the shop. */
  prepare?: (page: Page) => Promise<unknown>
}

/** Opens the screens one after the other. */
const sellersWalk = (screens: Record<string, Screen>) => async (walk: Walk) => {
  const { openBrowser, shop, look } = walk
  // A long name without a space must not make a page wider than the screen.
  const stage = await setSellerStage(shop, await shop.makeProduct({ name: `Kastengel${unique().repeat(7)}` }))
  const page = await openBrowser(await shop.seller())
  // No typed value of one screen is restored on the next one.
  await page.addInitScript(() => location.protocol !== 'about:' && sessionStorage.clear())
  for (const [name, { path, act, prepare }] of Object.entries(screens)) {
    // It ends the requests that are held, which would else reach the shop when their route is removed.
    if (path !== undefined) await page.goto('about:blank')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await prepare?.(page)
    if (path !== undefined) {
      await visit(page, typeof path === 'string' ? path : path(stage))
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    }
    await act?.(page, stage)
    await look(page, `admin-${name}`)
  }
}

/** By the title of their test. */
export const walks: Record<string, (walk: Walk) => Promise<void>> = {
  catalogue: catalogueScreens,
  'log in and register': authScreens,
  'a new buyer': newBuyerScreens,
  'a profile': profileScreens,
  'the cart': cartScreens,
  'placing an order': checkoutScreens,
  'a payment without the popup': redirectScreens,
  'an order in each of its states': orderScreens,
  'an order of the seller, by its link': linkedOrderScreens,
  'cancelled orders and failures': lostOrderScreens,
  "the seller's dashboard": sellersWalk(dashboardScreens),
  "the seller's other pages": sellersWalk(otherScreens),
  "the seller's money": sellersWalk(moneyScreens),
  "the seller's list of orders": sellersWalk(orderListScreens),
  "the seller's order": sellersWalk(sellersOrderScreens),
  "the seller's products": sellersWalk(productScreens),
}
