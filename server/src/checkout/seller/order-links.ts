/**
 * The link of an order that the seller entered. Whoever has it sees the order and may pay it. An order has at most one: a
 * new one ends the former. It lasts until 30 days after the order and its refunds have ended.
 */
import { sql } from 'kysely'
import { added, changeOrder } from '../../orders/change/change-order.ts'
import { lockOrder, transitionOrder } from '../../orders/change/transition-order.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import { hashOfToken, randomToken } from '../../people/users/random-token.ts'
import { days, earlier } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'

/** The token is in the fragment, which browsers send to nobody and servers log nowhere. */
export const orderLinkUrl = (publicUrl: string, token: string) => `${publicUrl}/pesanan#${token}`

export const linkWrite = (db: Db, orderId: string, token: string, now: Date) => {
  const link = { token_hash: hashOfToken(token), made_at: now }
  return db
    .insertInto('order_links')
    .values({ order_id: orderId, ...link })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(link))
}

export async function renewLink(db: Db, orderId: string, now: Date): Promise<string> {
  const token = randomToken()
  await linkWrite(db, orderId, token, now).execute()
  return token
}

/**
 * Make a new link, which ends the former one. An audit entry names who made it.
 * @throws {NotFound} there is no such order, or its buyer placed it with an account
 */
export async function makeLink(db: Db, by: Administrator, orderId: string, now: Date): Promise<string> {
  let link = ''
  await changeOrder(db, by, orderId, now, async (tx, { source }) => {
    if (source !== 'penjual') throw new NotFound()
    link = await renewLink(tx, orderId, now)
    return added({ link: 'baru' })
  })
  return link
}

const lastsAfterEndMs = days(30)

/**
 * The order of a link, by its token.
 * @throws {NotFound} the token is unknown, was replaced, or has ended
 */
export async function orderOfLink(db: Db, token: string, now: Date): Promise<string> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from order_links join orders on orders.id = order_id
    where token_hash = ${hashOfToken(token)} and (
      status not in ('SELESAI', 'DIBATALKAN')
      or exists (select from refunds where refunds.order_id = orders.id and state <> 'done')
      or greatest(
        (select max(at) from order_history where order_history.order_id = orders.id),
        (select max(done_at) from refunds where refunds.order_id = orders.id)
      ) > ${earlier(now, lastsAfterEndMs)})`.execute(db)
  const [link] = rows
  if (!link) throw new NotFound('Tautan ini tidak berlaku lagi. Mintalah tautan baru kepada penjual.')
  return link.order_id
}

/**
 * Whoever has the link confirms that its shipped order has arrived; the history says that it was by the link. A second call
 * changes nothing.
 * @throws {NotFound} the token is unknown, was replaced, or has ended
 * @throws {InvalidTransition} the order is not shipped
 */
export async function confirmByLink(db: Db, token: string, now: Date): Promise<string> {
  const orderId = await orderOfLink(db, token, now)
  await transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order) await transitionOrder(tx, 'customer', { order, status: 'SELESAI', byLink: true }, now)
  })
  return orderId
}
