import type { ImageUrl } from '../media/image-url.ts'
import type { Room } from '../platform/room.ts'
import { adminOrderRoutes, shippingRoutes } from './admin-routes.ts'
import { applyOrderChanges } from './apply-order-changes.ts'
import { type ExportDeps, orderExportRoutes } from './export-routes.ts'
import { presentOrders } from './present.ts'
import { orderRoutes } from './routes.ts'

/** Lists of orders read what is not applied yet, with each request. */
const orderSumsSeconds = 60

export function openOrders({ imageUrl, ...deps }: ExportDeps & { imageUrl: ImageUrl }) {
  const present = presentOrders(imageUrl)
  const routeDeps = { ...deps, present }
  return {
    present,
    api: [orderRoutes(routeDeps), adminOrderRoutes(routeDeps), shippingRoutes(routeDeps), orderExportRoutes(deps)],
    jobs: [
      {
        name: 'apply changes of orders to their sums',
        seconds: orderSumsSeconds,
        task: (db, signal) => applyOrderChanges(db, signal),
      },
    ],
  } satisfies Room & { present: unknown }
}
