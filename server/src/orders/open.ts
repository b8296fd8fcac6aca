import type { ImageUrl } from '../media/image-url.ts'
import type { Room } from '../platform/room.ts'
import { adminOrderRoutes, shippingRoutes } from './admin-routes.ts'
import { applyOrderChanges } from './apply-order-changes.ts'
import { batchShippingRoutes } from './batch-routes.ts'
import { type ExportDeps, orderExportRoutes } from './export-routes.ts'
import { packingRoutes } from './packing-routes.ts'
import { presentAdminOrders, presentBuyerOrders } from './present.ts'
import { orderRoutes } from './routes.ts'

/** Lists of orders read the changes that are not applied yet, with each request. */
const orderSumsSeconds = 60

export function openOrders({ imageUrl, ...deps }: ExportDeps & { imageUrl: ImageUrl }) {
  const forBuyer = presentBuyerOrders(imageUrl)
  const forAdmin = presentAdminOrders(imageUrl)
  const adminDeps = { ...deps, present: forAdmin }
  return {
    present: { forBuyer, forAdmin },
    api: [
      orderRoutes({ ...deps, present: forBuyer }),
      adminOrderRoutes(adminDeps),
      shippingRoutes(adminDeps),
      batchShippingRoutes(adminDeps),
      packingRoutes(adminDeps),
      orderExportRoutes(deps),
    ],
    jobs: [
      {
        name: 'apply changes of orders to their sums',
        seconds: orderSumsSeconds,
        task: (db, signal) => applyOrderChanges(db, signal),
      },
    ],
  } satisfies Room & { present: unknown }
}
