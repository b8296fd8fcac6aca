import type { Room } from '../platform/room.ts'
import { checkoutRoutes } from './routes.ts'
import { orderLinkRoutes, type SellerRoutesDeps, sellerOrderRoutes } from './seller-routes.ts'

export const openCheckout = (deps: SellerRoutesDeps): Room => ({
  api: [checkoutRoutes(deps), sellerOrderRoutes(deps), orderLinkRoutes(deps)],
})
