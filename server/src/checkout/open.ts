import type { Room } from '../platform/room.ts'
import { beforeCheckoutRoutes, checkoutRoutes } from './routes.ts'
import { orderLinkRoutes, type SellerRoutesDeps, sellerOrderRoutes } from './seller-routes.ts'

export const openCheckout = (deps: SellerRoutesDeps): Room => ({
  api: [checkoutRoutes(deps), beforeCheckoutRoutes(deps), sellerOrderRoutes(deps), orderLinkRoutes(deps)],
})
