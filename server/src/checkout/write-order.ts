/** The writes of a new order, whoever enters it. */
import { randomUUID } from 'node:crypto'
import type { Notice } from '@camilan/contract/notifications'
import type { OperationNodeSource } from 'kysely'
import { type NewOrder, type OrderValues, orderValues, orderWrites } from '../orders/change/insert-order.ts'
import {
  type NoticeValues,
  noticeValues,
  notificationInsert,
  publishNotifications,
  type StoredNotification,
} from '../people/notifications/notify.ts'
import type { Tx } from '../platform/db/db.ts'
import { oneStatement } from '../platform/db/one-statement.ts'
import { markWrite } from '../platform/events/marks.ts'
import { publishCatalogChange } from '../products/catalog-change.ts'
import { demandOf, type LockedLine, type StockMove, stockMove, takenStock } from '../products/stock.ts'
import { stockNotice } from '../products/stock-alert.ts'

type PricedLine = LockedLine & { discount: number }

export type NewOrderValues = OrderValues & StockMove & NoticeValues & { mark: string; orderedIds: string[] }

/** The administrators are also notified of stock that becomes low. */
export function newOrderValues(
  order: Omit<NewOrder, 'lines'> & { lines: readonly PricedLine[] },
  notices: readonly Notice[],
  now: Date,
): NewOrderValues {
  const taken = demandOf(order.lines)
  const alerts = taken.flatMap((good) => stockNotice(good, good.stock, good.stock - good.quantity) ?? [])
  return {
    ...orderValues(order, now),
    ...takenStock(order.id, taken),
    ...noticeValues([...notices, ...alerts], now),
    mark: randomUUID(),
    orderedIds: order.lines.map(({ productId }) => productId),
  }
}

/**
 * One statement, because products are locked until the commit, and other buyers wait for them. Call `publishNewOrder` with
 * its rows.
 */
export function newOrderInsert(tx: Tx, values: NewOrderValues, more: readonly OperationNodeSource[]) {
  const writes = [...orderWrites(tx, values), stockMove(values), markWrite(values.mark), ...more]
  return oneStatement(writes, notificationInsert(values))
}

export async function publishNewOrder(
  tx: Tx,
  { orderedIds, mark }: NewOrderValues,
  notifications: readonly StoredNotification[],
): Promise<void> {
  await publishCatalogChange(tx, { stockOf: orderedIds }, mark)
  await publishNotifications(tx, notifications)
}
