import { handoverOf } from '@camilan/contract/days'
import type { Sender } from '../mail/mail-content.ts'
import type { ImageUrl } from '../media/files/image-url.ts'
import { dueJob } from '../platform/jobs/due-work.ts'
import type { Room } from '../platform/room.ts'
import { addressRoutes } from './addresses/routes.ts'
import { adminOrderRoutes, shippingRoutes } from './admin-routes.ts'
import { orderChangeRoutes } from './change/change-routes.ts'
import { orderMailWork, writeOrderMails } from './change/order-mails.ts'
import { applyOrderChanges } from './export/apply-order-changes.ts'
import { type ExportDeps, orderExportRoutes } from './export/export-routes.ts'
import { type HandoverFor, presentAdminOrders, presentBuyerOrders } from './present.ts'
import { orderRoutes } from './routes.ts'
import { batchShippingRoutes } from './shipping/batch-routes.ts'
import { completeShippedOrders } from './shipping/complete-shipped-orders.ts'
import { packingRoutes } from './shipping/packing-routes.ts'

/** Lists of orders read the changes that are not applied yet, with each request. */
const orderSumsSeconds = 60

const completeSeconds = 600

interface OrderDeps extends ExportDeps {
  imageUrl: ImageUrl
  sender: Sender
}

export function openOrders({ imageUrl, settings, sender, ...deps }: OrderDeps) {
  const { clock } = deps
  const handoverFor: HandoverFor = (order) => handoverOf(settings.current(), order, clock())
  const forBuyer = presentBuyerOrders(imageUrl, handoverFor)
  const forAdmin = presentAdminOrders(imageUrl, handoverFor)
  const adminDeps = { ...deps, settings, present: forAdmin }
  return {
    present: { forBuyer, forAdmin },
    api: [
      orderRoutes({ ...deps, present: forBuyer }),
      addressRoutes(deps),
      adminOrderRoutes(adminDeps),
      shippingRoutes(adminDeps),
      batchShippingRoutes(adminDeps),
      packingRoutes({ ...adminDeps, imageUrl }),
      orderChangeRoutes(adminDeps),
      orderExportRoutes({ ...deps, settings }),
    ],
    jobs: [
      {
        name: 'apply changes of orders to their sums',
        seconds: orderSumsSeconds,
        task: (db, signal) => applyOrderChanges(db, signal),
      },
      {
        name: 'complete shipped orders',
        seconds: completeSeconds,
        task: (db, signal) => completeShippedOrders(db, settings.current().auto_complete_days, clock(), signal),
      },
      dueJob(orderMailWork, {
        name: 'write mails about orders',
        clock,
        task: (db, signal) => writeOrderMails({ ...deps, sender, imageUrl, settings, db }, signal),
      }),
    ],
  } satisfies Room & { present: unknown }
}
