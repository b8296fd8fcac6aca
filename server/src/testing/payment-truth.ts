/** Compares what a gateway holds, and what the API acknowledged, with the records of the shop. */
import { moneyKinds } from '@camilan/contract/money-values'
import { sql } from 'kysely'
import { checkBooks } from '../office/reports/check-books.ts'
import type { ModelShop } from './payment-model.ts'
import type { ModelOrder } from './payment-model-order.ts'
import { compareMoney } from './payment-money-truth.ts'

/** A transaction as GET status reports it. */
export interface Transaction {
  order_id: string
  transaction_id: string
  transaction_status: string
  status_code: string
  gross_amount: string
  settlement_time?: string
  refunds?: { refund_amount: string; refund_key: string }[]
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
    compareMoney(order, stored, transactions, say)
    if (found.length > before) found.push(...historyOf(order, stored, transactions))
  }
  const sold = await db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(
      sql<number>`sum(case when status = 'DIBATALKAN' and not keeps_stock then taken_quantity else quantity end
      - returned_quantity)`.as('units'),
    )
    .where('product_id', '=', product.id)
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

export type Stored = Awaited<ReturnType<typeof storedOrder>>
export type Say = (what: string) => unknown

interface StoredBalance {
  held: number
  allowances: number
  accepted: number
  due: number
}

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
  const items = await db.selectFrom('order_items').selectAll().where('order_id', '=', id).execute()
  const { rows: balances } = await sql<StoredBalance>`select * from order_balances where order_id = ${id}`.execute(db)
  const { rows: held } = await sql<{ attempt_id: string; held: number }>`
    select attempt_id, held from attempt_balances where order_id = ${id}`.execute(db)
  return {
    ...{ count: orders.length, order, steps, attempts, refunds, messages, items, balance: balances[0], held },
    unmatched: unmatched.map((row) => row.id),
  }
}

const cancellations = ['order-cancelled', 'order-expired', 'order-cancelled-by-seller', 'paid-order-cancelled']

function compareAcknowledged(expected: ModelOrder, { count, order, steps, refunds, messages }: Stored, say: Say): void {
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
  for (const { id, state } of refunds) {
    if (expected.done.has(id) && !expected.undone.has(id) && state !== 'done') say(`refund ${id} is ${state}`)
  }
}
