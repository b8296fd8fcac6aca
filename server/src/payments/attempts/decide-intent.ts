/** The only place that decides what an intent does with an unpaid order. The result depends only on these values. */
import { formatRupiah } from '@camilan/contract/formats'
import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'
import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { HandPaymentForm } from '@camilan/contract/seller-orders'
import type { PaymentReport } from '@camilan/midtrans/wire'
import { InvalidTransition } from '../../orders/errors.ts'
import type { Caller } from '../../people/login/guards.ts'
import { days, earlier, hours, later } from '../../platform/clock.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { matchesAttempt } from '../apply/record-payment.ts'
import { GatewayUnavailable, NotPayable, PaymentUndecided, TokenUnavailable } from '../errors.ts'
import { NoPaymentKeys } from '../keys/errors.ts'
import { actorOf, type CancelledBy, type EndedStatus } from './end-attempt.ts'
import type { AttemptRow, OrderWithLiveAttempt } from './queries.ts'

/**
 * - `refresh`: apply what the gateway says of its payments; `paid`: also of the one that paid it
 * - `open`: have a token that pays it; `isChange`: within a change of its payment
 * - `replace`: another attempt in place of this one; null: in place of none. `method`: undefined: that of the last one
 * - `cancel`: cancel it
 * - `hand payment`: an administrator has received its money
 */
export type Intent =
  | { kind: 'refresh'; paid: boolean }
  | { kind: 'open'; isChange: boolean }
  | { kind: 'replace'; attemptId: string | null; method?: PaymentMethod | null | undefined }
  | { kind: 'cancel'; by: CancelledBy }
  | { kind: 'hand payment'; by: Caller; payment: HandPaymentForm }

/** What is known besides the order's rows. */
export interface Known {
  /** Its live attempt is closed at the gateway; `report`: an administrator ends it in spite of this. */
  closed?: { report?: PaymentReport }
  /** How often its live attempt changed while it was being closed. */
  changes: number
  /** The number of its ids that the gateway refused as used. */
  usedIds: number
  /** Whether its payments were asked about, and whether another request's token was waited for. */
  isRefreshed: boolean
  hasWaited: boolean
  /** Of a new attempt; undefined: the shop has no keys. */
  keySetId: string | null | undefined
}

/** The columns by which an attempt tells why it is being closed, because the gateway's notification may come first. */
export type Marks = Partial<Pick<AttemptRow, 'replaced_at' | 'chosen_method' | 'closing_actor' | 'closing_admin'>>

/** A write. `end attempt` is always the first, because it has no effect on an attempt that has got a token since. */
export type Effect =
  | { write: 'end attempt'; id: string; status: EndedStatus; token: string | null }
  | { write: 'begin attempt'; keySetId: string | null; method: PaymentMethod | null | undefined }
  | { write: 'cancel order'; by: CancelledBy }
  | { write: 'apply report'; id: string; report: PaymentReport }
  | { write: 'hand payment'; by: Caller; payment: HandPaymentForm; amount: number; paidAt: Date }

/**
 * What is next. Afterwards it is decided again, unless the writes were all.
 * - `close`: close its live attempt at the gateway; `unmark`: if it stays open
 * - `finish change`: replace its live attempt, which a change has marked
 */
export type Decision =
  | { next: 'done' | 'refresh' | 'finish change' | 'ask for token' }
  | { next: 'close'; mark: Marks; unmark?: Marks }
  | { next: 'write'; effects: Effect[] }

/** The limit for one call. A gateway that reports more used ids is out of order. */
const maxNewIds = 3
/** A payment may change between the check of its status and its closing; in practice only a few times. */
const maxChanges = 4

/** @throws a refusal */
export function decideIntent(order: OrderWithLiveAttempt, known: Known, intent: Intent, now: Date): Decision {
  switch (intent.kind) {
    case 'refresh':
      return { next: 'refresh' }
    case 'open':
      return open(order, known, now)
    case 'replace': {
      const { attemptId, method } = intent
      const isOther = order.attempt_id !== null && order.attempt_id !== attemptId
      if (order.status !== 'DIPROSES' || order.expires_at <= now || isOther) return { next: 'done' }
      const begin = beginning(known, method)
      const mark = { replaced_at: now, ...(method !== undefined && { chosen_method: method }) }
      return (
        closing(order, known, intent, { mark }) ?? { next: 'write', effects: [...ending(order, 'DIBATALKAN'), begin] }
      )
    }
    case 'cancel': {
      const { by } = intent
      if (order.status !== 'DIPROSES') return { next: 'done' }
      const mark = { closing_actor: actorOf(by), closing_admin: typeof by === 'string' ? null : by.id }
      const unmark = { closing_actor: null, closing_admin: null }
      const end = ending(order, by === 'system' ? 'KADALUARSA' : 'DIBATALKAN')
      const cancel = { write: 'cancel order', by } as const
      const effects = [...end, cancel, ...applying(order, known)]
      return closing(order, known, intent, { mark, unmark }) ?? { next: 'write', effects }
    }
    case 'hand payment': {
      if (order.status !== 'DIPROSES') return { next: 'done' }
      if (order.source !== 'penjual') throw new InvalidTransition(order.status, 'DIBAYAR')
      const paidAt = paidAtOf(intent.payment, now)
      assertAmount(intent.payment, order.total_price)
      const { by, payment } = intent
      const pay = { write: 'hand payment', by, payment, amount: order.total_price, paidAt } as const
      const effects = [...ending(order, 'DIBATALKAN'), pay]
      return closing(order, known, intent, { mark: { replaced_at: now } }) ?? { next: 'write', effects }
    }
  }
}

function open(order: OrderWithLiveAttempt, known: Known, now: Date): Decision {
  if (order.status !== 'DIPROSES' || order.expires_at <= now) throw new NotPayable()
  // Its payment may be closed already: the request that closed it has not ended it yet, or has failed.
  if (order.replaced_at !== null) return { next: 'finish change' }
  if (order.snap_token !== null) return { next: !known.isRefreshed && isOverAlone(order, now) ? 'refresh' : 'done' }
  const begin = beginning(known, undefined)
  if (order.attempt_id !== null) {
    if (known.hasWaited) throw new TokenUnavailable(order.id)
    return { next: 'ask for token' }
  }
  if (known.usedIds > maxNewIds) throw new GatewayUnavailable(`${known.usedIds} ids of order ${order.id} are used`)
  return { next: 'write', effects: [begin] }
}

/** The attempt's own time is over, so it should have ended. Only the gateway says whether it has. */
export const isOverAlone = ({ attempt_expires_at }: OrderWithLiveAttempt, now: Date) =>
  attempt_expires_at !== null && attempt_expires_at <= now

function closing(
  { attempt_id, is_sent }: OrderWithLiveAttempt,
  { closed, changes }: Known,
  intent: Intent,
  marks: { mark: Marks; unmark?: Marks },
): Decision | undefined {
  if (!is_sent || closed) return undefined
  if (changes < maxChanges) return { next: 'close', ...marks }
  if (isByAdmin(intent)) return undefined
  throw new PaymentUndecided(`payment ${attempt_id} keeps changing`)
}

/** Only a payment of the right amount, or a silent gateway, stops an administrator. */
export const isCancelledAnyway = (
  intent: Intent,
  { attempt_id: id, amount }: OrderWithLiveAttempt,
  report: PaymentReport,
) =>
  isByAdmin(intent) &&
  !(report.state === 'settled' && id !== null && amount !== null && matchesAttempt({ id, amount }, report))

export const isByAdmin = (intent: Intent) => intent.kind === 'cancel' && typeof intent.by !== 'string'

function beginning({ keySetId }: Known, method: PaymentMethod | null | undefined): Effect {
  if (keySetId === undefined) throw new NoPaymentKeys()
  return { write: 'begin attempt', keySetId, method }
}

const ending = ({ attempt_id: id, snap_token: token }: OrderWithLiveAttempt, status: EndedStatus): Effect[] =>
  id === null ? [] : [{ write: 'end attempt', id, status, token }]

const applying = ({ attempt_id: id }: OrderWithLiveAttempt, { closed }: Known): Effect[] =>
  id !== null && closed?.report ? [{ write: 'apply report', id, report: closed.report }] : []

/** A transfer may have come before the order was entered. */
const longestAgoMs = days(60)

/** Of an earlier day only the day is known. */
function paidAtOf({ day }: HandPaymentForm, now: Date): Date {
  if (day === jakartaDay(now)) return now
  const paidAt = later(jakartaMidnight(day), hours(12))
  if (paidAt > now) throw new InvalidForm({ day: 'Tanggalnya belum tiba.' })
  if (paidAt < earlier(now, longestAgoMs)) throw new InvalidForm({ day: 'Tanggalnya terlalu lama.' })
  return paidAt
}

function assertAmount({ amount }: HandPaymentForm, total: number): void {
  if (amount < total) throw new InvalidForm({ amount: `Jumlahnya kurang dari total pesanan, ${formatRupiah(total)}.` })
  if (amount > 2 * total) throw new InvalidForm({ amount: `Jumlahnya jauh lebih dari total, ${formatRupiah(total)}.` })
}
