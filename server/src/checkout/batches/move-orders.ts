import { type Notice, sentenceOf } from '@camilan/contract/notifications'
import type { OrderStatus } from '@camilan/contract/orders'
import { sql } from 'kysely'
import type { Sender } from '../../mail/mail-content.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { orderChanged } from '../../people/notifications/live.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Tx } from '../../platform/db/db.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { settingsColumn } from '../../settings/queries.ts'

interface Moved {
  id: string
  user_id: string | null
  status: OrderStatus
  before: string
  day: string
  /** Null where no mail is wanted. */
  email: string | null
}

/**
 * The orders of a batch that are not sent yet follow the day of handing over, and keep the one that was promised first: before
 * it goods of the stock may not be ready. Call it when the day was changed. Buyers are told once: an order that has the day
 * already stays as it is.
 */
export async function moveOrders(
  tx: Tx,
  sender: Sender,
  { batchId, batchName }: { batchId: string; batchName: string },
  now: Date,
): Promise<void> {
  const isOpen = sql`status in ('DIPROSES', 'DIBAYAR') and id in (select order_id from order_items where batch_id = ${batchId})`
  await sql`select from orders where ${isOpen} order by id for no key update`.execute(tx)
  const { rows } = await sql<Moved>`
    update orders set handover_on = day, promised_on = coalesce(promised_on, handover_on)
    from (
      select ordered.id as order_id, ordered.handover_on as before, (
        select greatest(max(handed_over_on), max(coalesce(ordered.promised_on, ordered.handover_on)) filter (where batch_id is null))
        from order_items left join batches on batches.id = batch_id where order_id = ordered.id) as day
      from orders as ordered where ${isOpen}) as moved
    where orders.id = order_id and handover_on <> day
    returning id, user_id, status, before, day, (
      select email from users where users.id = user_id and not is_demo and ${settingsColumn} ->> 'mail_order_events' = 'true'
    ) as email`.execute(tx)
  const notices = rows.map(
    ({ id: orderId, user_id: user, before, day }): Notice => ({
      kind: 'batch-moved',
      to: { user },
      orderId,
      batchName,
      before,
      day,
      now,
    }),
  )
  await notify(tx, notices, now)
  await publish(tx, ...rows.map(({ id, user_id, status }) => orderChanged(user_id, { order_id: id, status })))
  for (const [index, { id, email }] of rows.entries()) {
    const notice = notices[index]
    if (!email || !notice) continue
    const content = renderMail(sender, {
      subject: `Jadwal pesanan #${id} berubah`,
      paragraphs: [sentenceOf(notice)],
      action: { label: 'Lihat Pesanan', url: `${sender.publicUrl}/my-order/order/${id}` },
    })
    await queueMail(tx, { recipient: email, ...content }, now)
  }
}
