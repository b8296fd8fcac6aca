/**
 * A random, seeded history of a shop whose payment gateway lies: many buyers and an administrator use one or several
 * processes over HTTP, while notifications are lost, answers break off and time passes. After each round the faults end,
 * the jobs catch up, and what the gateway holds and what the API acknowledged are compared with the shop's records.
 */

import { jakartaDay } from '@camilan/contract/jakarta'
import { type PaymentMethod, paymentMethodNames } from '@camilan/contract/payment-methods'
import type { Payment } from '@camilan/contract/payments'
import type { EnteredOrder } from '@camilan/contract/seller-orders'
import type { Switches } from '@camilan/payment-sandbox'
import { expect } from 'vitest'
import { openSession } from '../accounts/sessions.ts'
import { endedAttempts } from '../payments/asked-attempts.ts'
import { hasLapsedOrder } from '../payments/queries.ts'
import { type Clock, days, hours, minutes } from '../platform/clock.ts'
import { limitConcurrency } from '../platform/concurrency/limit-concurrency.ts'
import type { Db } from '../platform/db/db.ts'
import { signedNotification } from './gateway-notification.ts'
import { makeProduct } from './make-product.ts'
import { makeAdmin, makeUser, type TestUser } from './make-user.ts'
import { chance, type Random, randomOf } from './payment-model-random.ts'
import { differences, type ModelOrder, transactionsOf } from './payment-truth.ts'
import type { Sandbox } from './sandbox.ts'
import { askAt } from './shop-client.ts'

export interface ModelShop {
  db: Db
  sandbox: Sandbox
  serverKey: string
  clock: Clock
  /** A process that can be asked now. */
  origin(): string
  /** Move the clocks of the shop, the gateway and the database. */
  advance(milliseconds: number): Promise<unknown>
  /** Do the work of the jobs; of processes that run them by themselves it does nothing. */
  runJobs(): Promise<unknown>
  /** Kill a process, and start it again while the others are used. Only then may requests be left without an answer. */
  killOne?(): Promise<unknown>
}

interface ModelOptions {
  seed: number
  orders: number
  ordersPerRound: number
  /** The number of times that each order may be acted on in a round. */
  ticks: number
}

/** How often each action had each outcome. */
export type Figures = Record<string, number>

export async function runPaymentModel(shop: ModelShop, options: ModelOptions): Promise<Figures> {
  const random = randomOf(options.seed)
  const figures: Figures = {}
  const admin = await makeAdmin(shop.db, { now: shop.clock() })
  let placed = 0
  for (let round = 1; placed < options.orders; round += 1) {
    const size = Math.min(options.ordersPerRound, options.orders - placed)
    // Each round takes days, and a session ends after thirty.
    const token = await openSession(shop.db, admin.id, shop.clock())
    const signedIn = { ...admin, token, headers: { authorization: `Bearer ${token}` } }
    const found = await new Round({ shop, random, admin: signedIn, figures }).run(size, options.ticks)
    expect(found, `MODEL_SEED=${options.seed}, round ${round}`).toEqual([])
    placed += size
  }
  return figures
}

/** Returns what became of it, mostly the status of an answer; 0: the connection broke. */
type Act = (order: ModelOrder, random: Random) => Promise<number | string>

/** Without these the rarer actions would meet orders that are not paid, or have ended. */
const usual = {
  early: [
    'is charged',
    'is paid',
    'is paid at once',
    'is paid at once',
    'is paid twice',
    'is charged, and changes the method',
    'opens the payment',
    'is paid in cash',
  ],
  late: [
    ...['is paid although it has ended', 'is shipped', 'is cancelled by the administrator', 'is reversed by the bank'],
    ...[
      'is refunded at the dashboard',
      'is refunded in part',
      'is cancelled, and its refund is sent',
      'has a refund sent',
    ],
  ],
}

const startingStock = 1_000_000

class Round {
  readonly orders: ModelOrder[] = []
  readonly failures: string[] = []
  product = { id: '' }

  readonly shop: ModelShop
  readonly random: Random
  readonly admin: TestUser
  readonly figures: Figures

  constructor({ shop, random, admin, figures }: Pick<Round, 'shop' | 'random' | 'admin' | 'figures'>) {
    this.shop = shop
    this.random = random
    this.admin = admin
    this.figures = figures
  }

  /** @returns what is wrong at its end */
  async run(size: number, ticks: number): Promise<string[]> {
    const { db, clock } = this.shop
    this.product = await makeProduct(db, { price: 40_000, stock: startingStock })
    for (let i = 0; i < size; i += 1) {
      const buyer = await makeUser(db, { now: clock() })
      const acknowledged = {
        id: null,
        link: chance(this.random, 0.3) ? { token: '' } : null,
        isPaidInCash: false,
        history: [],
        cancelledBy: new Set<never>(),
        isCancelled: false,
        mayKeepStock: false,
        parts: [],
        done: new Set<string>(),
        undone: new Set<string>(),
      }
      this.orders.push({ buyer, key: `kunci-${buyer.id}`, transactions: new Set(), ...acknowledged })
    }
    for (let tick = 0; tick < ticks; tick += 1) await this.tick(tick < ticks / 2 ? 'early' : 'late')
    await this.settle()
    const { orders, product, failures } = this
    return [...failures, ...(await differences(this.shop, { orders, product, startingStock }))]
  }

  async tick(time: keyof typeof usual): Promise<void> {
    const { random, shop } = this
    await shop.sandbox.reset()
    const faults = { ...randomBehaviour(random), ...(chance(random, 0.5) && randomFaults(random)) }
    await shop.sandbox.setFaults(faults)
    const passing = random.of([10_000, 10_000, 10_000, minutes(7), minutes(16), hours(3), hours(25)])
    await shop.advance(passing)
    for (const { history } of this.orders) history.push(`-- ${passing / 1_000} s later ${JSON.stringify(faults)}`)
    // The choices are made before anything runs, so that a seed repeats them.
    const chosen = this.orders.map((order) => {
      const acts = order.id === null ? ['is placed'] : [this.anAction(time), this.anAction(time)]
      return { order, acts: acts.slice(0, chance(random, 0.2) ? 2 : 1), randoms: [random.fork(), random.fork()] }
    })
    const limited = limitConcurrency({ running: 8, waiting: this.orders.length })
    const killed = chance(random, 0.3) && shop.killOne?.()
    await Promise.all([
      killed,
      ...chosen.map(({ order, acts, randoms }) =>
        limited(() => Promise.all(acts.map((act, i) => this.act(act, order, randoms[i] ?? random)))),
      ),
    ])
    if (chance(random, 0.3)) await shop.runJobs()
  }

  anAction(time: keyof typeof usual): string {
    const { random, actions } = this
    return chance(random, 0.6) ? random.of(usual[time]) : random.of(Object.keys(actions).slice(1))
  }

  async act(name: string, order: ModelOrder, random: Random): Promise<void> {
    const before = order.history.push(`${name} …`)
    const outcome = await this.actions[name]?.(order, random)
    order.history[before - 1] = `${name}: ${outcome}`
    this.figures[`${name}: ${outcome}`] = (this.figures[`${name}: ${outcome}`] ?? 0) + 1
  }

  readonly actions: Record<string, Act> = {
    'is placed': async (order, random) => {
      const method = chance(random, 0.5) ? { payment_method: random.of(methods) } : {}
      const headers = { 'idempotency-key': order.key }
      if (order.link) return this.enter(order, order.link, headers)
      const form = { address: 'Jl. Melati 1', other_costs: 6_000, ...method }
      for (;;) {
        await this.ask(order.buyer, 'POST', '/carts', { product_id: this.product.id, quantity: 1 }, headers)
        const { status, body } = await this.ask<Payment>(order.buyer, 'POST', '/orders', form, headers)
        order.id = body.data?.order_id ?? null // a 503 of the gateway has one too
        if (status !== 0) return status // a key counts for a day only
      }
    },
    'is charged': (order, random) => this.atGateway(order, random, 'charge', someMethod(random)),
    'is charged by its usual method': (order, random) => this.atGateway(order, random, 'charge', {}),
    'is paid': (order, random) => this.atGateway(order, random, 'pay', {}),
    'is paid at once': (order, random) => this.atGateway(order, random, 'pay', someMethod(random)),
    'is paid although it has ended': (order, random) => this.atGateway(order, random, 'pay', { force: true }),
    'is paid twice': async (order, random) => {
      await this.atGateway(order, random, 'charge', {})
      await this.atGateway(order, random, 'expire', {})
      await this.atGateway(order, random, 'pay', {})
      const [first = ''] = order.transactions
      return this.actAtGateway(order, first, 'pay', { force: true })
    },
    'is denied': (order, random) => this.atGateway(order, random, 'deny', {}),
    'expires at the gateway': (order, random) => this.atGateway(order, random, 'expire', {}),
    'is reversed by the bank': (order, random) => this.atGateway(order, random, 'reverse', {}),
    'is charged back': (order, random) => this.atGateway(order, random, 'chargeback', {}),
    'is refunded at the dashboard': (order, random) =>
      this.atGateway(order, random, 'refund', chance(random, 0.5) ? {} : { amount: 1 + random.below(46_000) }),
    'opens the payment': (order) => this.byBuyer(order, 'POST', 'payment'),
    'changes the method': (order, random) =>
      this.byBuyer(order, 'POST', 'payment/change', { payment_method: random.of(methods) }),
    'is charged, and changes the method': async (order, random) => {
      await this.atGateway(order, random, 'charge', someMethod(random))
      return this.byBuyer(order, 'POST', 'payment/change', { payment_method: random.of(methods) })
    },
    'changes to any method': (order) => this.byBuyer(order, 'POST', 'payment/change'),
    'is refreshed': (order) => this.byBuyer(order, 'POST', 'refresh'),
    'is paid in cash': async (order) => {
      const body = { way: 'cash', amount: 46_000, day: jakartaDay(this.shop.clock()) }
      const status = await this.byAdmin(order, 'POST', 'hand-payment', body)
      if (status === 200) order.isPaidInCash = true
      return status
    },
    'is cancelled by the buyer': async (order) => {
      if (order.link) return 'not by a link'
      order.cancelledBy.add('customer')
      const status = await this.byBuyer(order, 'PUT', 'status', { status: 'DIBATALKAN' })
      if (status === 200) order.isCancelled = true
      return status
    },
    'is received': (order) => this.byBuyer(order, 'PUT', 'status', { status: 'SELESAI' }),
    'is shipped': (order) => this.byAdmin(order, 'PUT', 'status', { status: 'DIKIRIM' }),
    'is released': (order) => this.byAdmin(order, 'POST', 'release'),
    'is ended by the administrator': (order) => this.cancelAsAdmin(order),
    'is cancelled by the administrator': (order) =>
      this.cancelAsAdmin(order, { reason: 'Kehabisan bahan', return_stock: true }),
    'is cancelled, and its refund is sent': async (order, random) => {
      await this.cancelAsAdmin(order, {})
      return this.send(order, random)
    },
    'is cancelled, and its goods are lost': (order) => {
      order.mayKeepStock = true
      return this.cancelAsAdmin(order, { return_stock: false })
    },
    'is refunded in part': async (order, random) => {
      const part = { key: `bagian-${order.id}-${order.parts.length}`, amount: 1 + random.below(23_000), isKnown: false }
      order.parts.push(part)
      const body = { amount: part.amount, reason: 'Kurang satu' }
      const status = await this.byAdmin(order, 'POST', 'refunds', body, { 'idempotency-key': part.key })
      part.isKnown = status === 200
      return status
    },
    'has a refund by hand': (order, random) =>
      this.onRefund(order, random, 'done', { note: `bukti ${random.below(9)}` }),
    'has a refund undone': (order, random) => this.onRefund(order, random, 'undo'),
    'has a refund sent': (order, random) => this.send(order, random),
  }

  async ask<Data>(user: TestUser, method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const asked = askAt(this.shop.origin(), user.headers)<Data>(method, path, { ...(body && { body }), headers })
    const noAnswer = { status: 0, body: { data: undefined } }
    const answer = this.shop.killOne ? await asked.catch(() => noAnswer) : await asked
    if (answer.status === 500) this.failures.push(`${method} ${path} is answered with 500`)
    return answer
  }

  async byBuyer({ id, buyer, link }: ModelOrder, method: string, action: string, body?: object): Promise<number> {
    const byLink = action === 'status' ? 'confirm' : action
    if (link) return (await this.ask(buyer, 'POST', `/order-links/${byLink}`, { ...body, ...link })).status
    return (await this.ask(buyer, method, `/orders/${id}/${action}`, body)).status
  }

  /** The seller enters the order. Each answer has a new link. */
  async enter(order: ModelOrder, link: { token: string }, headers: Record<string, string>): Promise<number> {
    const items = [{ product_id: this.product.id, quantity: 1 }]
    const form = { name: order.buyer.id, phone: '081234567890', address: 'Jl. Melati 1', items }
    for (;;) {
      const { status, body } = await this.ask<EnteredOrder>(this.admin, 'POST', '/admin/orders', form, headers)
      if (status === 0) continue
      order.id = body.data?.order_id ?? null
      link.token = body.data?.link.split('#')[1] ?? ''
      return status
    }
  }

  async byAdmin({ id }: ModelOrder, method: string, action: string, body?: object, headers?: Record<string, string>) {
    return (await this.ask(this.admin, method, `/admin/orders/${id}/${action}`, body, headers)).status
  }

  async cancelAsAdmin(order: ModelOrder, body?: object): Promise<number> {
    order.cancelledBy.add('admin')
    const status = await this.byAdmin(order, 'POST', 'cancel', body)
    if (status === 200) order.isCancelled = true
    return status
  }

  /** The newest attempt in most cases, else an earlier one, or one of its transactions. A refusal of the gateway changes nothing. */
  async atGateway(order: ModelOrder, random: Random, action: string, body: object) {
    const { id, transactions } = order
    const query = this.shop.db.selectFrom('payment_attempts').select('id').where('order_id', '=', id)
    const attempts = await query.orderBy('number', 'desc').execute()
    const ids = chance(random, 0.75) ? attempts.slice(0, 1) : [...attempts, ...[...transactions].map((id) => ({ id }))]
    return this.actAtGateway(order, ids.length > 0 ? random.of(ids).id : '', action, body)
  }

  async actAtGateway({ transactions }: ModelOrder, target: string, action: string, body: object) {
    const done = await this.shop.sandbox.act(target, action, body).catch(() => undefined)
    if (done?.charge) transactions.add(done.charge.transactionId)
    return done ? 'done' : 'refused'
  }

  send = (order: ModelOrder, random: Random) =>
    this.onRefund(order, random, 'send', { current_password: this.admin.password })

  async onRefund(order: ModelOrder, random: Random, action: 'done' | 'undo' | 'send', body?: object) {
    const rows = await this.shop.db.selectFrom('refunds').select('id').where('order_id', '=', order.id).execute()
    if (rows.length === 0) return 'none'
    const { id } = random.of(rows)
    if (action === 'undo') order.undone.add(id)
    const { status } = await this.ask(this.admin, 'POST', `/admin/refunds/${id}/${action}`, body)
    if (status === 200 && action === 'done') order.done.add(id)
    return status
  }

  /** The faults end, every deadline passes, and the gateway sends its last news again. */
  async settle(): Promise<void> {
    const { sandbox, advance } = this.shop
    await sandbox.reset()
    for (const order of this.orders) if (order.id === null) await this.act('is placed', order, this.random)
    await advance(minutes(6)) // a refund whose answer was lost is decided by then
    await this.untilQuiet()
    await advance(days(1) + minutes(10))
    await this.untilQuiet()
    // Longer than any round, so that the gateway is asked once more about each ended payment.
    await advance(days(12))
    await this.untilQuiet()
    await Promise.all(this.orders.map((order) => this.resendLast(order)))
    // An order whose money went back before the shop saw it: only the administrator can end it.
    const open = this.shop.db.selectFrom('orders').select('id').where('status', '=', 'DIPROSES')
    const left = new Set((await open.execute()).map(({ id }) => id))
    for (const order of this.orders) if (order.id && left.has(order.id)) await this.cancelAsAdmin(order)
    await this.untilQuiet()
  }

  /** Until the jobs have nothing left to do. */
  async untilQuiet(): Promise<void> {
    const { db, clock, runJobs } = this.shop
    const work = async () => {
      await runJobs()
      const asked = await db.selectFrom('refunds').select('id').where('state', '=', 'asked').execute()
      const left = [...asked, ...(await endedAttempts(db, 9, clock()))].map(({ id }) => id)
      return (await hasLapsedOrder(db, clock())) ? ['an order', ...left] : left
    }
    await expect.poll(work, { timeout: 120_000, interval: 50 }).toEqual([])
  }

  /** As the gateway does for each payment that is marked at its dashboard; nothing else tells of a refund or a denial. */
  async resendLast(order: ModelOrder): Promise<void> {
    for (const transaction of await transactionsOf(this.shop, order)) {
      const { order_id, transaction_id, transaction_status, status_code, gross_amount } = transaction
      const fields = { order_id, transaction_id, transaction_status, status_code, gross_amount }
      const body = signedNotification(this.shop.serverKey, fields)
      await expect
        .poll(async () => (await askAt(this.shop.origin())('POST', '/payments/notification', { body })).status)
        .toBe(200)
    }
  }
}

/** Money goes back through the gateway by the first ones only. */
const methods = [...Array(5).fill(['other_qris', 'gopay', 'shopeepay']), paymentMethodNames].flat() as PaymentMethod[]
const someMethod = (random: Random) =>
  chance(random, 0.3) ? {} : { method: random.of(methods), qr: chance(random, 0.3) }

/** What the gateway's documentation leaves open. */
const randomBehaviour = (random: Random): Partial<Switches> => ({
  qrIssuer: random.of(['own', 'own', 'dana', 'airpay shopee']),
  shortLives: chance(random, 0.8),
  allowRetry: chance(random, 0.5),
  refundConfirmSeconds: random.of([0, 3_600]),
})

function randomFaults(random: Random): Partial<Switches> {
  const answers = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'error', 'unavailable', 'bad-json', 'lost-reply'] as const
  return {
    create: random.of(answers),
    status: random.of(answers),
    cancel: random.of([...answers, 'lost-reply', 'lost-reply', 'lost-reply', 'lost-reply']), // its notification may arrive all the same
    refund: random.of(answers),
    webhook: random.of(['deliver', 'deliver', 'drop', 'drop', 'duplicate', 'out-of-order', 'bad-signature']),
    webhookDelaySeconds: random.of([0, 0, 20, 600]),
    statusLags: chance(random, 0.1),
    refuseServerKey: chance(random, 0.05),
    lateSettlement: chance(random, 0.2),
    settleAfterExpire: chance(random, 0.2),
    withdrawn: chance(random, 0.15),
    inactiveMethod: random.of(['none', 'none', 'none', 'all', 'gopay']),
    refundOutcome: random.of(['approved', 'approved', 'denied', 'balance-too-low']),
    replayRefunds: chance(random, 0.3),
    answerDelaySeconds: random.of([0, 0, 0.02]),
  }
}
