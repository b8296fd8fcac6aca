import type { Cart } from '@camilan/contract/cart'
import { api, unchecked } from '~/platform/api/api'
import { onOtherAccount } from '~/platform/api/session'
import { createAccountStore } from '~/platform/forms/account-store'

/** The number of lines in the cart. After a change of the cart: `cartCount.set(n)` or `cartCount.refresh()`. */
export const cartCount = createAccountStore(0, async () => {
  const { total_carts } = await api.get('/api/carts', unchecked<Cart>(), { background: true })
  return total_carts
})

let wasOrdered = false
onOtherAccount(takeOrdered)

/** The cart has become an order. */
export function emptyCart(): void {
  cartCount.set(0)
  wasOrdered = true
}

/** Whether the cart became an order since the last call. */
export function takeOrdered(): boolean {
  const was = wasOrdered
  wasOrdered = false
  return was
}
