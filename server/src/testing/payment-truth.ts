/** Compares what a gateway holds, and what the API acknowledged, with the records of the shop. */
import { moneyKinds } from '@camilan/contract/money-values'
import { checkBooks } from '../reports/check-books.ts'
import type { TestUser } from './make-user.ts'
import type { ModelShop } from './payment-model.ts'

/** An order of a history, and what the API acknowledged of it. */
export interface ModelOrder {
  buyer: TestUser
  /** The seller enters it for this buyer, who has the token of its link instead of the account. Null in the shop. */
  link: { token: string } | null
  /** An administrator's record of cash for it was acknowledged. */
  isPaidInCash: boolean
  /** The idempotency key with which it is placed. */
  key: string
  /** Null before it is acknowledged. */
  id: string | null
  /** The ids of its transactions at the gateway. */
  transactions: Set<string>
  /** What happened to it, for whoever looks for the cause of a difference. */
  history: string[]
  /** Who has tried to cancel it. */
  cancelledBy: Set<'customer' | 'admin'>
  isCancelled: boolean
  /** Somebody has tried to cancel it without a return of its goods. */
  mayKeepStock: boolean
  parts: { key: string; amount: number; isKnown: boolean }[]
  /** The ids of refunds that were recorded by hand, and of those that somebody tried to undo. */
  done: Set<string>
  undone: Set<string>
}

/** A transaction as GET status reports it. */
interface Transaction {
  order_id: string
  transaction_id: string
  transaction_status: string
  status_code: string
  gross_amount: string
  settlement_time?: string
  refunds?: { refund_amount: string }[]
}

export async function transactionsOf({ sandbox }: ModelShop, { transactions }: ModelOrder): Promise<Transaction[]> {
  const headers = { authorization: sandbox.authorization }
  const read = async (id: string) => {
    const response = await fetch(`${sandbox.origin}/v2/${id}/status`, { headers })
    const transaction = (await response.json()) as Transaction
    if (transaction.transaction_id !== id) throw new Error(`the gateway has lost ${id}: ${JSON.stringify(transaction)}`)
    return transaction
  }
  return Promise.all([...transactions].map(read))
}

interface Compared {
  orders: ModelOrder[]
  product: { id: string }
  startingStock: number
}

/** @returns a sentence for each difference. The faults must be over, and everything be reconciled. */
export async function differences(shop: ModelShop, { orders, product, startingStock }: Compared): Promise<string[]> {
  const { db, clock } = shop
  const found: string[] = []
  for (const order of orders) {
    const stored = await storedOrder(shop, order)
    const transactions = await transactionsOf(shop, order)
    const before = found.length
    const say = (what: string) => found.push(`${stored.order?.id}: ${what}`)
    compareAcknowledged(order, stored, say)
    compareMoney(stored, transactions, say)
    if (found.length > before) found.push(...historyOf(order, stored, transactions))
  }
  const sold = await db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(({ fn }) => fn.sum<number>('quantity').as('units'))
    .where('product_id', '=', product.id)
    .where((eb) => eb.or([eb('status', '<>', 'DIBATALKAN'), eb('keeps_stock', '=', true)]))
    .executeTakeFirstOrThrow()
  const { stock } = await db
    .selectFrom('products')
    .select('stock')
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow()
  if (stock + Number(sold.units) !== startingStock) found.push(`stock ${stock}, sold ${sold.units}`)
  const wrong = (await checkBooks(db, clock())).filter(({ rule }) => !(rule in moneyKinds))
  return [...found, ...wrong.map(({ rule, subject, detail }) => `books: ${rule} ${subject}: ${detail}`)]
}

const historyOf = ({ history }: ModelOrder, { attempts, refunds }: Stored, transactions: Transaction[]) => [
  ...history,
  ...attempts.map(({ id, status, transaction_id }) => `attempt ${id} ${status} ${transaction_id}`),
  ...refunds.map(({ refund_key, amount_idr, state, way }) => `refund ${refund_key} ${amount_idr} ${state} ${way}`),
  ...transactions.map((each) => `gateway ${each.order_id} ${each.transaction_id} ${each.transaction_status}`),
]

type Stored = Awaited<ReturnType<typeof storedOrder>>
type Say = (what: string) => unknown

/** Everything of the only order that its buyer can have. One that the seller enters has the buyer's id as the name. */
async function storedOrder({ db }: ModelShop, { buyer }: ModelOrder) {
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.or([eb('user_id', '=', buyer.id), eb('buyer_name', '=', buyer.id)]))
    .execute()
  const [order] = orders
  const id = order?.id ?? ''
  const attempts = await db.selectFrom('payment_attempts').selectAll().where('order_id', '=', id).execute()
  const refunds = await db.selectFrom('refunds').selectAll().where('order_id', '=', id).execute()
  const steps = await db.selectFrom('order_history').selectAll().where('order_id', '=', id).orderBy('id').execute()
  const messages = await db.selectFrom('notifications').select(['kind', 'user_id']).where('order_id', '=', id).execute()
  const unmatched = await db.selectFrom('unmatched_payments').select('id').execute()
  return { count: orders.length, order, steps, attempts, refunds, messages, unmatched: unmatched.map((row) => row.id) }
}

const cancellations = ['order-cancelled', 'order-expired', 'order-cancelled-by-seller', 'paid-order-cancelled']

function compareAcknowledged(
  expected: ModelOrder,
  { count, order, steps, attempts, refunds, messages }: Stored,
  say: Say,
): void {
  if (count !== 1 || order?.id !== expected.id) return void say(`${expected.id} is acknowledged, ${count} are stored`)
  if (order.status === 'DIPROSES') say('is open although its time is over')
  if (expected.isCancelled && order.status !== 'DIBATALKAN')
    say(`is ${order.status} after an acknowledged cancellation`)
  if (order.keeps_stock && !expected.mayKeepStock) say('keeps the stock that should be returned')
  const { actor, at } = steps.find(({ status }) => status === 'DIBATALKAN') ?? {}
  // A cancellation whose answer was lost is known to the gateway, which reports it later.
  const mayEndEarly = expected.cancelledBy.size > 0
  if (actor === 'system' && !mayEndEarly && at !== undefined && at < order.expires_at)
    say('is cancelled before its time was over')
  if ((actor === 'customer' || actor === 'admin') && !expected.cancelledBy.has(actor)) say(`${actor} did not cancel it`)
  const told = (kinds: string[]) =>
    messages.filter(({ kind, user_id }) => user_id === order.user_id && kinds.includes(kind)).length
  const isCancelled = order.status === 'DIBATALKAN'
  const hasAccount = order.user_id !== null
  if (hasAccount !== (expected.link === null)) say('belongs to the wrong account')
  if (told(cancellations) !== Number(isCancelled && hasAccount))
    say(`${told(cancellations)} messages of its cancellation`)
  const paid = told(['payment-received'])
  if (hasAccount && (paid > 1 || (paid === 0 && !isCancelled))) say(`${paid} messages of its payment`)
  const cash = attempts.filter(({ by_hand }) => by_hand !== null)
  if (cash.length > 1 || (cash.length === 0 && expected.isPaidInCash)) say(`${cash.length} records of its cash`)
  if (cash.some(({ status }) => status !== 'SUKSES')) say('has cash that does not count')

  const parts = refunds.filter(({ reason }) => reason === 'PART').map(({ amount_idr }) => amount_idr)
  // A refund at the gateway's dashboard takes the place of one that is due, also of a smaller one.
  if (!refunds.some(({ way }) => way === 'outside')) {
    const known = amountsOf(expected.parts.filter(({ isKnown }) => isKnown))
    const all = amountsOf(expected.parts)
    if (without(known, parts).length > 0) say(`of the acknowledged refunds ${known} are left ${parts}`)
    if (without(parts, all).length > 0) say(`refunds of ${parts}, but asked for were ${all}`)
  }
  for (const { id, state } of refunds) {
    if (expected.done.has(id) && !expected.undone.has(id) && state !== 'done') say(`refund ${id} is ${state}`)
  }
}

const amountsOf = (parts: ModelOrder['parts']) => parts.map(({ amount }) => amount)

function without(amounts: number[], others: number[]): number[] {
  const left = [...others]
  return amounts.filter((amount) => (left.includes(amount) ? left.splice(left.indexOf(amount), 1) && false : true))
}

/** Every rupiah that the gateway holds or has sent back is a counted payment, a refund, or in the list of other money. */
function compareMoney({ order, attempts, refunds, messages, unmatched }: Stored, all: Transaction[], say: Say): void {
  const isTold = messages.some(({ kind }) => kind === 'payment-reversed')
  for (const attempt of attempts) {
    const own = all.filter(({ order_id }) => order_id === attempt.id)
    const settled = own.filter(({ settlement_time }) => settlement_time !== undefined)
    const isPaid = attempt.status === 'SUKSES'
    if (isPaid && settled.length === 0 && attempt.by_hand === null) say(`${attempt.id} is paid without money`)
    if (order?.status === 'DIBATALKAN' && own.some(({ transaction_status }) => transaction_status === 'pending')) {
      say(`${attempt.id} can still be paid`)
    }
    for (const { transaction_id: id, transaction_status: state } of settled) {
      const isHeld = state === 'settlement' || state === 'partial_refund'
      const isCounted = isPaid && attempt.transaction_id === id
      if (isHeld && !isCounted && !unmatched.includes(id)) say(`the money of ${attempt.id} (${id}) is nowhere`)
      const isWithdrawn = state === 'deny' || state === 'chargeback'
      if (isCounted && isWithdrawn && (!isTold || attempt.reversed_at === null))
        say(`nobody was told that ${attempt.id} was withdrawn`)
    }
    const returned = settled.flatMap((each) => each.refunds ?? []).reduce((sum, each) => sum + +each.refund_amount, 0)
    const made = refunds.filter(({ attempt_id, gateway_id }) => attempt_id === attempt.id && gateway_id !== null)
    const recorded = made.reduce((sum, { amount_idr }) => sum + amount_idr, 0)
    // More than the shop can record, as after a transfer by hand: then the administrators look into it.
    if (isPaid && returned !== recorded && !isTold) say(`the gateway sent ${returned} back, recorded are ${recorded}`)
  }
}
