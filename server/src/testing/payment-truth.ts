/** Compares what a gateway holds, and what the API acknowledged, with the records of the shop. */
import { moneyKinds } from '@camilan/contract/money-values'
import { sql } from 'kysely'
import { checkBooks } from '../office/reports/check-books.ts'
import { limitConcurrency } from '../platform/concurrency/limit-concurrency.ts'
import type { ModelShop } from './payment-model.ts'
import { type ModelGoods, startingStock } from './payment-model-goods.ts'
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

/** The transactions of these orders, each as the gateway reports it now. */
export async function transactionsOf({ sandbox }: ModelShop, orders: readonly ModelOrder[]): Promise<Transaction[]> {
  const headers = { authorization: sandbox.authorization }
  const ids = orders.flatMap(({ transactions }) => [...transactions])
  const limited = limitConcurrency({ running: 8, waiting: ids.length })
  const read = async (id: string) => {
    const response = await fetch(`${sandbox.origin}/v2/${id}/status`, { headers })
    const transaction = (await response.json()) as Transaction
    if (transaction.transaction_id !== id) throw new Error(`the gateway has lost ${id}: ${JSON.stringify(transaction)}`)
    return transaction
  }
  return Promise.all(ids.map((id) => limited(() => read(id))))
}

interface Compared {
  orders: ModelOrder[]
  goods: ModelGoods
}

/** @returns a sentence for each difference. The faults must be over, and everything be reconciled. */
export async function differences(shop: ModelShop, { orders, goods }: Compared): Promise<string[]> {
  const { db, clock } = shop
  const found: string[] = []
  const all = await readStored(shop, orders)
  const transactions = await transactionsOf(shop, orders)
  for (const order of orders) {
    const stored = all(order)
    const before = found.length
    const say = (what: string) => found.push(`${stored.order?.id}: ${what}`)
    compareAcknowledged(order, stored, say)
    compareMoney(order, stored, transactions, say)
    const own = transactions.filter(({ transaction_id }) => order.transactions.has(transaction_id))
    if (found.length > before) found.push(...historyOf(order, stored, own))
  }
  const sold = await db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(
      sql<number>`sum(case when status = 'DIBATALKAN' and not keeps_stock then taken_quantity else quantity end
      - returned_quantity)`.as('units'),
    )
    .where('product_id', '=', goods.id)
    .executeTakeFirstOrThrow()
  const { stock } = await db
    .selectFrom('products')
    .select('stock')
    .where('id', '=', goods.stockOf.id)
    .executeTakeFirstOrThrow()
  if (stock + Number(sold.units) * goods.stockOf.each !== startingStock)
    found.push(`stock ${stock}, sold ${sold.units}`)
  const wrong = (await checkBooks(db, clock())).filter(({ rule }) => !(rule in moneyKinds))
  return [...found, ...wrong.map(({ rule, subject, detail }) => `books: ${rule} ${subject}: ${detail}`)]
}

const historyOf = ({ history }: ModelOrder, { attempts, refunds }: Stored, transactions: Transaction[]) => [
  ...history,
  ...attempts.map(({ id, status, transaction_id }) => `attempt ${id} ${status} ${transaction_id}`),
  ...refunds.map(({ refund_key, amount_idr, state, way }) => `refund ${refund_key} ${amount_idr} ${state} ${way}`),
  ...transactions.map((each) => `gateway ${each.order_id} ${each.transaction_id} ${each.transaction_status}`),
]

export type Stored = ReturnType<Awaited<ReturnType<typeof readStored>>>
export type Say = (what: string) => unknown

interface StoredBalance {
  order_id: string
  held: number
  allowances: number
  accepted: number
  due: number
}

/** Everything of the only order that each buyer can have. One that the seller enters has the buyer's id as the name. */
async function readStored({ db }: ModelShop, all: readonly ModelOrder[]) {
  const buyers = all.map(({ buyer }) => buyer.id)
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.or([eb('user_id', 'in', buyers), eb('buyer_name', 'in', buyers)]))
    .execute()
  const ofBuyer = Map.groupBy(orders, ({ user_id, buyer_name }) => user_id ?? buyer_name)
  const ids = [...orders.map(({ id }) => id), '']
  const byOrder = async <Row extends { order_id: string | null }>(rows: Promise<Row[]>) => {
    const ofOrder = Map.groupBy(await rows, ({ order_id }) => order_id)
    return (id: string) => ofOrder.get(id) ?? []
  }
  const attempts = await byOrder(db.selectFrom('payment_attempts').selectAll().where('order_id', 'in', ids).execute())
  const refunds = await byOrder(db.selectFrom('refunds').selectAll().where('order_id', 'in', ids).execute())
  const items = await byOrder(db.selectFrom('order_items').selectAll().where('order_id', 'in', ids).execute())
  const history = db.selectFrom('order_history').selectAll().where('order_id', 'in', ids).orderBy('id')
  const steps = await byOrder(history.execute())
  const notices = db.selectFrom('notifications').select(['kind', 'user_id', 'order_id']).where('order_id', 'in', ids)
  const messages = await byOrder(notices.execute())
  const balances = await byOrder(
    sql<StoredBalance>`select * from order_balances where order_id = any(${ids})`.execute(db).then(({ rows }) => rows),
  )
  const held = await byOrder(
    sql<{ order_id: string; attempt_id: string; held: number }>`
      select order_id, attempt_id, held from attempt_balances where order_id = any(${ids})`
      .execute(db)
      .then(({ rows }) => rows),
  )
  const unmatched = (await db.selectFrom('unmatched_payments').select('id').execute()).map(({ id }) => id)
  return ({ buyer }: ModelOrder) => {
    const own = ofBuyer.get(buyer.id) ?? []
    const [order] = own
    const id = order?.id ?? ''
    return {
      count: own.length,
      order,
      steps: steps(id),
      attempts: attempts(id),
      refunds: refunds(id),
      messages: messages(id),
      items: items(id),
      balance: balances(id)[0],
      held: held(id),
      unmatched,
    }
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
