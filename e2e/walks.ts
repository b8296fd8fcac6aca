import { newBuyerScreens, profileScreens } from './buyer-screens.ts'
import { cartScreens, checkoutScreens, redirectScreens } from './checkout-screens.ts'
import { linkedOrderScreens, lostOrderScreens, orderScreens } from './order-screens.ts'
import { authScreens, catalogueScreens } from './visitor-screens.ts'
import type { Walk } from './walk.ts'

/** Together they show every screen and state of a visitor and of a buyer. */
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
}
