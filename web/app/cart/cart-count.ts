import type { Cart } from '@camilan/contract/cart'
import { createAccountStore } from '~/platform/account-store'
import { api, unchecked } from '~/platform/api'

/** The number of lines in the cart. After a change of the cart: `cartCount.set(n)` or `cartCount.refresh()`. */
export const cartCount = createAccountStore(0, async () => {
  const { total_carts } = await api.get('/api/carts', unchecked<Cart>(), { background: true })
  return total_carts
})
