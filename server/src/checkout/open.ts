import type { Sender } from '../mail/mail-content.ts'
import type { Room } from '../platform/room.ts'
import { batchRoutes } from './batches/routes.ts'
import { discountRoutes, voucherRoutes } from './discounts/routes.ts'
import { beforeCheckoutRoutes, checkoutRoutes } from './routes.ts'
import { linkedOrderRoutes, linkPaymentRoutes } from './seller/link-routes.ts'
import { type SellerRoutesDeps, sellerOrderRoutes } from './seller/seller-routes.ts'

export const openCheckout = (deps: SellerRoutesDeps & { sender: Sender }): Room => ({
  api: [
    checkoutRoutes(deps),
    beforeCheckoutRoutes(deps),
    sellerOrderRoutes(deps),
    discountRoutes({ ...deps, ...deps.payments }),
    voucherRoutes({ ...deps, ...deps.payments }),
    batchRoutes({ ...deps, ...deps.payments }),
    linkedOrderRoutes(deps),
    linkPaymentRoutes(deps),
  ],
})
