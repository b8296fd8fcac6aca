/** Compares the book of money with the gateway's journal, with what administrators noted, and with what is listed. */
import { type ModelOrder, price } from './payment-model-order.ts'
import type { Say, Stored, Transaction } from './payment-truth.ts'

/** What the gateway still has of a transaction, by its own journal. */
function heldAtGateway({ transaction_status, settlement_time, gross_amount, refunds = [] }: Transaction): number {
  if (settlement_time === undefined || !['settlement', 'partial_refund'].includes(transaction_status)) return 0
  return refunds.reduce((held, { refund_amount }) => held - Number(refund_amount), Number(gross_amount))
}

/** Each payment holds what the gateway has of it, or what an administrator said, and the order owes the rest. */
export function compareMoney(order: ModelOrder, stored: Stored, all: Transaction[], say: Say): void {
  const facts = order.isUncertain ? factsOf(stored) : order
  const { balance, attempts, messages, unmatched } = stored
  let heldInAll = 0
  for (const attempt of attempts) {
    // A second payment that was assigned has the id of its transaction.
    const isAssigned = unmatched.includes(attempt.id)
    const own = all.filter((each) => (isAssigned ? each.transaction_id : each.order_id) === attempt.id)
    if (stored.order?.status === 'DIBATALKAN' && own.some(({ transaction_status }) => transaction_status === 'pending'))
      say(`${attempt.id} can still be paid`)
    const counted = isAssigned
      ? own.filter(() => attempt.unassigned_at === null)
      : own.filter(({ transaction_id }) => !unmatched.includes(transaction_id))
    const atGateway = counted.reduce((sum, each) => sum + heldAtGateway(each), 0)
    const keys = own.flatMap(({ refunds = [] }) => refunds.map(({ refund_key }) => refund_key))
    const noted = [...facts.noted.values()]
      .filter(({ attemptId, way, key }) => attemptId === attempt.id && (way === 'hand' || !keys.includes(key)))
      .reduce((sum, { amount }) => sum + amount, 0)
    const expected = atGateway + (attempt.by_hand === null ? 0 : (facts.cash ?? 0)) - noted
    heldInAll += expected
    const held = stored.held.find(({ attempt_id }) => attempt_id === attempt.id)?.held ?? 0
    if (held !== expected) say(`${attempt.id} holds ${held}, it should be ${expected}`)
    const last = own.find(({ transaction_id }) => transaction_id === attempt.transaction_id)
    const isGone =
      ['deny', 'chargeback'].includes(last?.transaction_status ?? '') && last?.settlement_time !== undefined
    if (isGone && attempt.status === 'SUKSES' && !messages.some(({ kind }) => kind === 'payment-reversed'))
      say(`nobody was told that ${attempt.id} was withdrawn`)
  }
  const cash = attempts.filter(({ by_hand }) => by_hand !== null)
  if (cash.length !== Number(facts.cash !== null)) say(`${cash.length} records of its cash`)
  const { due = 0, accepted = 0 } = balance ?? {}
  const expectedDue = heldInAll - keptOf(order, facts, stored) - accepted
  if (due !== expectedDue) say(`${due} is due, it should be ${expectedDue}`)
  if (accepted !== 0 && !order.isAccepted) say(`${accepted} is accepted by nobody`)
  if (accepted < 0 && due > 0) say(`a loss of ${accepted} is accepted although ${due} is due to the buyer`)
}

type Facts = Pick<ModelOrder, 'cash' | 'remaining' | 'allowances' | 'noted'>

/** What of an order's money is the shop's. */
function keptOf({ total, pieces, discount }: ModelOrder, { remaining, allowances }: Facts, { order }: Stored): number {
  if (order?.status === 'DIPROSES' || order?.status === 'DIBATALKAN') return 0
  const taken = (pieces - remaining) * price
  const takenPrice = taken - Math.floor((taken * Math.min(discount, pieces * price)) / (pieces * price))
  return Math.max(total - takenPrice - allowances, 0)
}

/** What the shop says itself, where an answer was lost. */
function factsOf({ attempts, items, balance, refunds }: Stored): Facts {
  const cash = attempts.find(({ by_hand }) => by_hand !== null)
  return {
    cash: cash ? (cash.received_amount ?? cash.amount) : null,
    remaining: items.reduce((sum, { quantity, taken_quantity }) => sum + quantity - taken_quantity, 0),
    allowances: balance?.allowances ?? 0,
    noted: new Map(refunds.flatMap((row) => notedOf(row))),
  }
}

type Row = Pick<Stored['refunds'][number], 'id' | 'attempt_id' | 'amount_idr' | 'refund_key' | 'state' | 'way'>

/** A refund that was made as an administrator says. One that the gateway lists as well is told by its key. */
export function notedOf({ id, attempt_id: attemptId, amount_idr: amount, refund_key: key, state, way }: Row) {
  const isNoted = state === 'done' && (way === 'hand' || way === 'gateway')
  return isNoted ? [[id, { attemptId, amount, key, way }] as [string, ReturnType<ModelOrder['noted']['get']> & {}]] : []
}
