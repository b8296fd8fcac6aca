import type { Actor, OrderStatus } from '@camilan/contract/orders'
import type { Db } from '../platform/db.ts'

interface Entry {
  orderId: string
  status: OrderStatus
  actor: Actor
  at: Date
}

export async function recordHistory(tx: Db, { orderId, ...entry }: Entry): Promise<void> {
  await tx
    .insertInto('order_history')
    .values({ order_id: orderId, ...entry })
    .execute()
}
