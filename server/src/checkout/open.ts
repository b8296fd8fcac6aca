import type { Room } from '../platform/room.ts'
import { linkedOrderRoutes, linkPaymentRoutes } from './link-routes.ts'
import { beforeCheckoutRoutes, checkoutRoutes } from './routes.ts'
import { type SellerRoutesDeps, sellerOrderRoutes } from './seller-routes.ts'

export const openCheckout = (deps: SellerRoutesDeps): Room => ({
  api: [
    checkoutRoutes(deps),
    beforeCheckoutRoutes(deps),
    sellerOrderRoutes(deps),
    linkedOrderRoutes(deps),
    linkPaymentRoutes(deps),
  ],
})
