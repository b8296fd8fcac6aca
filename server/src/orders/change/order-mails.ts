/** Mails about paid and shipped orders, in a shop with the setting `mail_order_events`. */
import { formatDay } from '@camilan/contract/arrival'
import { trackingOf } from '@camilan/contract/couriers'
import { handoverOf } from '@camilan/contract/days'
import { serviceOf } from '@camilan/contract/delivery-fees'
import { formatRupiah } from '@camilan/contract/formats'
import { imageAt } from '@camilan/contract/images'
import { type Notice, sentenceOf } from '@camilan/contract/notifications'
import { chargeName, type OrderStatus, undoShipmentMs } from '@camilan/contract/orders'
import { kindOf } from '@camilan/contract/terms'
import { type OperationNodeSource, type RawBuilder, type Selectable, sql } from 'kysely'
import type { MailedGoods, Sender } from '../../mail/mail-content.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { renderMail } from '../../mail/render-mail.ts'
import type { ImageUrl } from '../../media/files/image-url.ts'
import { type Clock, hours } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { OrderMails } from '../../platform/db/db-types.ts'
import { transact } from '../../platform/db/transact.ts'
import { claimsOf, type DueWork, isClaimed } from '../../platform/jobs/due-work.ts'
import { eachApart } from '../../platform/jobs/each-apart.ts'
import { settingsColumn } from '../../settings/queries.ts'
import type { Settings } from '../../settings/settings.ts'
import { storedTerms, type TermRows } from '../../settings/terms/queries.ts'
import { ordersWithItems } from '../queries.ts'

const isWanted = sql<boolean>`(${settingsColumn} ->> 'mail_order_events') = 'true'`
const undoSeconds = sql.lit(undoShipmentMs / 1000)

/** Plans the mails of orders that reach this status: paid, at once; shipped, when it can no longer be undone. */
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
      on conflict (order_id, kind) do update set due_at = excluded.due_at, attempts = 0`
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
  settings: Pick<Settings, 'current'>
}

export const orderMailWork: DueWork<'order_mails'> = {
  table: 'order_mails',
  key: ['order_id', 'kind'],
  due: 'due_at',
  attempts: 'attempts',
  longestPauseMs: hours(1),
}

/** Write the planned mails that are due into the outbox. The mail of a shipment that was undone is dropped. */
export async function writeOrderMails(deps: OrderMailDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  await eachApart(claimsOf(db, orderMailWork, clock, signal), (mail) => writeMail(deps, mail, clock()), signal)
}

/** No effect when the mail was planned anew after its claim. */
function writeMail(deps: OrderMailDeps, planned: Selectable<OrderMails>, now: Date): Promise<void> {
  return transact(deps.db, async (tx) => {
    const order = await lockMailedOrder(tx, planned.order_id)
    const taken = await tx.deleteFrom('order_mails').where(isClaimed(orderMailWork, planned)).executeTakeFirst()
    if (taken.numDeletedRows === 0n || !order) return
    if (planned.kind === 'shipped' && order.status === 'DIKIRIM') await mailShipped(tx, deps, order, now)
    if (planned.kind === 'paid' && order.status !== 'DIBATALKAN') await mailPaid(tx, deps, order, now)
  })
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
  const isFetched = order.delivery_way === 'pickup'
  const notices: Notice[] = [{ kind: 'order-shipped', to, orderId, isFetched }]
  if ((courier && !isFetched) || trackingNumber)
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
    goods: { lines: linesOf(order, imageUrl, await storedTerms(tx)), sums: [] },
    action: seeOrder(sender, buyersPath(orderId)),
  })
  await queueMail(tx, { recipient: order.email, ...content }, now)
}

async function mailPaid(
  tx: Tx,
  { sender, imageUrl, settings }: OrderMailDeps,
  order: MailedOrder,
  now: Date,
): Promise<void> {
  const { id: orderId, email } = order
  const sums = order.charges.map((charge) => ({ label: chargeName(charge), amount: charge.amount_idr }))
  const goods = {
    lines: linesOf(order, imageUrl, await storedTerms(tx)),
    sums: [...sums, { label: 'Total Pembayaran', amount: order.total_price }],
  }
  if (email) {
    const isFetched = order.delivery_way === 'pickup'
    const handover = handoverOf(settings.current(), order, now)
    const content = renderMail(sender, {
      subject: `Pembayaran pesanan #${orderId} sudah kami terima`,
      title: 'Terima kasih! Pesanan Anda kami siapkan',
      paragraphs: [
        sentenceOf({ kind: 'payment-received', to: { user: order.user_id }, orderId, isFetched }),
        ...deliveryLine(order),
        ...(handover === null ? [] : [promiseOf(handover, { isFetched, wantedOn: order.wanted_on }, now)]),
      ],
      goods,
      action: seeOrder(sender, buyersPath(orderId)),
    })
    await queueMail(tx, { recipient: email, ...content }, now)
  }
  const admins = tx.selectFrom('users').where('is_admin', '=', true).where('is_demo', '=', false)
  const content = renderMail(sender, {
    subject: `Pesanan #${orderId} dibayar`,
    paragraphs: [sentenceOf({ kind: 'order-paid', to: 'admins', orderId }), ...deliveryLine(order)],
    goods,
    action: seeOrder(sender, `/admin/manage-orders/order/${orderId}`),
  })
  for (const { email: recipient } of await admins.select('email').orderBy('id').execute()) {
    await queueMail(tx, { recipient, ...content }, now)
  }
}

/** Of an order to a place. */
const deliveryLine = ({ city, delivery }: MailedOrder): string[] =>
  delivery ? [`Dikirim ke ${[city, serviceOf(delivery)].filter(Boolean).join(' lewat ')}.`] : []

/** `Dikirim Senin, 30 Nov.`, and the day that was wished. */
function promiseOf(
  handover: string,
  { isFetched, wantedOn }: { isFetched: boolean; wantedOn: string | null },
  now: Date,
): string {
  const words = (day: string) => formatDay(day, now)
  if (isFetched) return `Bisa diambil ${words(handover)}.`
  return `Dikirim ${words(handover)}${wantedOn === null ? '' : `, tiba ${words(wantedOn)}`}.`
}

const buyersPath = (orderId: string) => `/my-order/order/${orderId}`
const seeOrder = ({ publicUrl }: Sender, path: string) => ({ label: 'Lihat Pesanan', url: publicUrl + path })

/** The products that the buyer gets, without those that were taken out. */
function linesOf({ items }: MailedOrder, imageUrl: ImageUrl, terms: TermRows): MailedGoods['lines'] {
  return items.flatMap(({ name, image, weight, packaging, unit_price, quantity, taken_quantity }) => {
    const sent = quantity - taken_quantity
    if (sent === 0) return []
    const url = imageUrl(image)
    const detail = `${sent} × ${formatRupiah(unit_price)}, ${kindOf(terms, { packaging, weight })}`
    return { name, detail, imageUrl: url && imageAt(url, 160), amount: unit_price * sent }
  })
}
