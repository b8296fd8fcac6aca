/** Mails about paid and shipped orders, in a shop with the setting `mail_order_events`. */
import { packagingLabels, weightLabels } from '@camilan/contract/catalog-values'
import { trackingOf } from '@camilan/contract/couriers'
import { formatRupiah } from '@camilan/contract/formats'
import { imageAt } from '@camilan/contract/images'
import { type Notice, sentenceOf } from '@camilan/contract/notifications'
import { chargeName, deliveryWayOf, fetchedCourier, type OrderStatus, undoShipmentMs } from '@camilan/contract/orders'
import { type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import type { MailedGoods, Sender } from '../../mail/mail-content.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { renderMail } from '../../mail/render-mail.ts'
import type { ImageUrl } from '../../media/files/image-url.ts'
import { type Clock, hours, later, minutes } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isDelayOver } from '../../platform/db/stored-moments.ts'
import { transact } from '../../platform/db/transact.ts'
import { eachApart } from '../../platform/jobs/each-apart.ts'
import { isTemporaryFailure } from '../../platform/temporary-failure.ts'
import { settingsColumn } from '../../settings/queries.ts'
import { ordersWithItems } from '../queries.ts'

const isWanted = sql<boolean>`(${settingsColumn} ->> 'mail_order_events') = 'true'`
const undoSeconds = sql.lit(undoShipmentMs / 1000)

/** The part of a change to this status that plans its mail: of a payment at once, of a shipment after the time of its undo. */
export function orderMailPlan(
  status: OrderStatus,
  { orderIds, actor, now }: { orderIds: string[]; actor: string; now: Date },
): OperationNodeSource[] {
  if (status === 'DIBAYAR') return [plan('paid', sql`${now}::timestamptz`, sql`${actor}::actor = 'gateway'`)]
  if (status !== 'DIKIRIM') return []
  return [plan('shipped', sql`${now}::timestamptz + make_interval(secs => ${undoSeconds})`, sql`true`)]

  function plan(kind: 'paid' | 'shipped', dueAt: RawBuilder<unknown>, condition: RawBuilder<unknown>) {
    return sql`
      insert into order_mails (order_id, kind, due_at)
      select order_id, ${sql.lit(kind)}, ${dueAt} from unnest(${orderIds}::text[]) as order_id
      where ${condition} and ${isWanted}
      on conflict (order_id, kind) do update set due_at = excluded.due_at`
  }
}

/** A corrected shipment is mailed five minutes after the correction: for the first time, or once more. */
export async function planCorrectionMail(tx: Tx, orderId: string, now: Date): Promise<void> {
  for (const planned of orderMailPlan('DIKIRIM', { orderIds: [orderId], actor: 'admin', now })) {
    await sql`${planned}`.execute(tx)
  }
}

interface OrderMailDeps {
  db: Db
  imageUrl: ImageUrl
  clock: Clock
  sender: Sender
}

const batchSize = 200
/** A mail that can't be written is tried again after this time, or after a minute if another machine was the cause. */
const retryMs = hours(1)

/**
 * Write the planned mails that are due, into the outbox, those that have waited longest first. The mail of a shipment that
 * was undone is dropped.
 */
export async function writeOrderMails(deps: OrderMailDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.clock()
  await eachApart(
    dueMails(deps.db, now, signal),
    (mail) =>
      writeMail(deps, mail, now).catch(async (error: unknown) => {
        await putOff(deps.db, mail, later(now, isTemporaryFailure(error) ? minutes(1) : retryMs))
        throw error
      }),
    signal,
  )
}

const isDue = (now: Date) => isDelayOver('due_at', retryMs, now)

interface PlannedMail {
  order_id: string
  kind: string
}

/** Each is written, dropped or put off before the next batch is read. */
async function* dueMails(db: Db, now: Date, signal?: AbortSignal): AsyncGenerator<PlannedMail> {
  const columns = ['due_at', 'order_id', 'kind'] as const
  const some = db.selectFrom('order_mails').select(columns).where(isDue(now)).limit(batchSize)
  for (let batch: PlannedMail[]; !signal?.aborted; ) {
    batch = await some.orderBy('due_at').orderBy('order_id').orderBy('kind').execute()
    yield* batch
    if (batch.length < batchSize) return
  }
}

function writeMail(deps: OrderMailDeps, { order_id, kind }: PlannedMail, now: Date): Promise<void> {
  return transact(deps.db, async (tx) => {
    const order = await lockMailedOrder(tx, order_id)
    const planned = tx.deleteFrom('order_mails').where('order_id', '=', order_id).where('kind', '=', kind)
    const taken = await planned.where(isDue(now)).returning('order_id').executeTakeFirst()
    if (!taken || !order) return
    if (kind === 'shipped' && order.status === 'DIKIRIM') await mailShipped(tx, deps, order, now)
    if (kind === 'paid' && order.status !== 'DIBATALKAN') await mailPaid(tx, deps, order, now)
  })
}

async function putOff(db: Db, { order_id, kind }: PlannedMail, until: Date): Promise<void> {
  const planned = db.updateTable('order_mails').set({ due_at: until }).where('order_id', '=', order_id)
  await planned.where('kind', '=', kind).where('due_at', '<=', until).execute()
}

type MailedOrder = NonNullable<Awaited<ReturnType<typeof lockMailedOrder>>>

/** Locked, so that an undo is either seen or refused. `email` is null for a demo account. */
const lockMailedOrder = (tx: Tx, id: string) =>
  ordersWithItems(tx)
    .leftJoin('users', (on) => on.onRef('users.id', '=', 'orders.user_id').on('users.is_demo', '=', false))
    .select(['orders.user_id', 'users.email'])
    .where('orders.id', '=', id)
    .forNoKeyUpdate('orders')
    .executeTakeFirst()

async function mailShipped(tx: Tx, { sender, imageUrl }: OrderMailDeps, order: MailedOrder, now: Date): Promise<void> {
  if (!order.email) return
  const { id: orderId, courier, tracking_number: trackingNumber } = order
  const to = { user: order.user_id }
  const isFetched = deliveryWayOf(order.address) === 'pickup'
  const notices: Notice[] = [{ kind: 'order-shipped', to, orderId, isFetched }]
  if ((courier && courier !== fetchedCourier) || trackingNumber)
    notices.unshift({ kind: 'shipment-corrected', to, orderId, courier, trackingNumber })
  const tracking = trackingOf(courier, trackingNumber)
  const state = isFetched ? 'sudah diserahkan' : 'sedang dikirim'
  const content = renderMail(sender, {
    subject: `Pesanan #${orderId} ${state}`,
    title: `Pesanan Anda ${state}`,
    paragraphs: [
      ...notices.map(sentenceOf),
      ...(tracking ? [{ label: `Lacak di ${courier}`, url: tracking.url }] : []),
    ],
    goods: { lines: linesOf(order, imageUrl), sums: [] },
    action: seeOrder(sender, buyersPath(orderId)),
  })
  await queueMail(tx, { recipient: order.email, ...content }, now)
}

async function mailPaid(tx: Tx, { sender, imageUrl }: OrderMailDeps, order: MailedOrder, now: Date): Promise<void> {
  const { id: orderId, email } = order
  const sums = order.charges.map((charge) => ({ label: chargeName(charge), amount: charge.amount_idr }))
  const goods = {
    lines: linesOf(order, imageUrl),
    sums: [...sums, { label: 'Total Pembayaran', amount: order.total_price }],
  }
  if (email) {
    const isFetched = deliveryWayOf(order.address) === 'pickup'
    const content = renderMail(sender, {
      subject: `Pembayaran pesanan #${orderId} sudah kami terima`,
      title: 'Terima kasih! Pesanan Anda kami siapkan',
      paragraphs: [sentenceOf({ kind: 'payment-received', to: { user: order.user_id }, orderId, isFetched })],
      goods,
      action: seeOrder(sender, buyersPath(orderId)),
    })
    await queueMail(tx, { recipient: email, ...content }, now)
  }
  const admins = tx.selectFrom('users').where('is_admin', '=', true).where('is_demo', '=', false)
  const content = renderMail(sender, {
    subject: `Pesanan #${orderId} dibayar`,
    paragraphs: [sentenceOf({ kind: 'order-paid', to: 'admins', orderId })],
    goods,
    action: seeOrder(sender, `/admin/manage-orders/order/${orderId}`),
  })
  for (const { email: recipient } of await admins.select('email').orderBy('id').execute()) {
    await queueMail(tx, { recipient, ...content }, now)
  }
}

const buyersPath = (orderId: string) => `/my-order/order/${orderId}`
const seeOrder = ({ publicUrl }: Sender, path: string) => ({ label: 'Lihat Pesanan', url: publicUrl + path })

/** The products that the buyer gets, without those that were taken out. */
function linesOf({ items }: MailedOrder, imageUrl: ImageUrl): MailedGoods['lines'] {
  return items.flatMap(({ name, image, weight, packaging, unit_price, quantity, taken_quantity }) => {
    const sent = quantity - taken_quantity
    if (sent === 0) return []
    const url = imageUrl(image)
    const detail = `${sent} × ${formatRupiah(unit_price)}, ${packagingLabels[packaging]} ${weightLabels[weight]}`
    return { name, detail, imageUrl: url && imageAt(url, 160), amount: unit_price * sent }
  })
}
