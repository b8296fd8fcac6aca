import { jakartaDay } from '@camilan/contract/jakarta'
import { type PaymentMethod, paymentMethodNames } from '@camilan/contract/payment-methods'
import type { Payment } from '@camilan/contract/payments'
import type { EnteredOrder } from '@camilan/contract/seller-orders'
import { sql } from 'kysely'
import type { TestUser } from './make-user.ts'
import type { ModelShop } from './payment-model.ts'
import type { ModelGoods } from './payment-model-goods.ts'
import type { ModelOrder } from './payment-model-order.ts'
import { chance, type Random } from './payment-model-random.ts'
import { notedOf } from './payment-money-truth.ts'
import { askAt } from './shop-client.ts'

/** Returns what became of it, mostly the status of an answer; 0: the connection broke. */
type Act = (order: ModelOrder, random: Random) => Promise<number | string>

/** Money goes back through the gateway by the first ones only. */
const methods = [...Array(5).fill(['other_qris', 'gopay', 'shopeepay']), paymentMethodNames].flat() as PaymentMethod[]
const someMethod = (random: Random) =>
  chance(random, 0.3) ? {} : { method: random.of(methods), qr: chance(random, 0.3) }

/** What happens to an order of the model: by its buyer, by the administrator, or at the gateway. */
export class ModelActions {
  /** Answers that must never be given. */
  readonly failures: string[] = []
  goods: Pick<ModelGoods, 'id' | 'batchId'> = { id: '', batchId: null }
  orders: readonly ModelOrder[] = []

  readonly shop: ModelShop
  readonly admin: TestUser

  constructor(shop: ModelShop, admin: TestUser) {
    this.shop = shop
    this.admin = admin
  }

  readonly byName: Record<string, Act> = {
    'is placed': async (order, random) => {
      const method = chance(random, 0.5) ? { payment_method: random.of(methods) } : {}
      const headers = { 'idempotency-key': order.key }
      if (order.link) return this.enter(order, order.link, headers)
      const form = { address: 'Jl. Melati 1', other_costs: 6_000, ...method }
      for (let tries = 1; ; tries += 1) {
        await this.fillCart(order, headers)
        const { status, body } = await this.ask<Payment>(order.buyer, 'POST', '/orders', form, headers)
        order.id = body.data?.order_id ?? null // a 503 of the gateway has one too
        // A key counts for a day only, and the order of a lost answer, or of a broken transaction, may be placed.
        if (status !== 0 && (order.id !== null || status !== 503 || tries >= 5)) return status
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
    'is restored': (order, random) => this.atGateway(order, random, 'restore', {}),
    'is charged back, and restored': async (order, random) => {
      await this.atGateway(order, random, 'chargeback', {})
      return this.atGateway(order, random, 'restore', {})
    },
    'is paid in cash': async (order, random) => {
      const amount = random.of([order.total, order.total, order.total + 4_000, order.total - 1])
      const body = { way: 'cash', amount, day: jakartaDay(this.shop.clock()) }
      const status = await this.byAdmin(order, 'POST', 'hand-payment', body)
      return this.note(order, status, () => (order.cash = amount))
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
    'is ended by the administrator': (order) => this.cancelOrderAsAdmin(order),
    'is cancelled by the administrator': (order) =>
      this.cancelOrderAsAdmin(order, { reason: 'Kehabisan bahan', return_stock: true }),
    'is cancelled, and its refund is sent': async (order, random) => {
      await this.cancelOrderAsAdmin(order, {})
      return this.send(order, random)
    },
    'is cancelled, and its goods are lost': (order) => {
      order.mayKeepStock = true
      return this.cancelOrderAsAdmin(order, { return_stock: false })
    },
    'is lowered': async (order, random) => {
      const quantity = 1 + random.below(order.pieces)
      const body = { items: [{ product_id: this.goods.id, quantity }], return_stock: chance(random, 0.5) }
      const status = await this.byAdmin(order, 'POST', 'lower', body)
      return this.note(order, status, () => (order.remaining = Math.min(order.remaining, quantity)))
    },
    'is refunded in part': async (order, random) => {
      const key = `bagian-${order.id}-${random()}`
      const amount = 1 + random.below(46_000)
      const body = { amount, reason: 'Kurang satu' }
      const status = await this.byAdmin(order, 'POST', 'refunds', body, { 'idempotency-key': key })
      return this.note(order, status, () => (order.allowances += amount))
    },
    'has a promise withdrawn': async (order, random) => {
      const due = (await this.refundsOf(order)).filter(({ state, reason }) => state === 'due' && reason === 'PART')
      if (due.length === 0) return 'none'
      const { id, amount_idr } = random.of(due)
      const { status } = await this.ask(this.admin, 'POST', `/admin/refunds/${id}/withdraw`)
      return this.note(order, status, () => (order.allowances -= amount_idr))
    },
    'is promised a part, and that is withdrawn': async (order, random) => {
      await this.byName['is refunded in part']?.(order, random)
      return this.byName['has a promise withdrawn']?.(order, random) ?? 'none'
    },
    'gets a payment without order': (order, random) => this.onWithoutOrder(order, random, 'assign'),
    'loses a payment without order': (order, random) => this.onWithoutOrder(order, random, 'unassign'),
    'gets a payment without order, and loses it': async (order, random) => {
      await this.onWithoutOrder(order, random, 'assign')
      return this.onWithoutOrder(order, random, 'unassign')
    },
    'is accepted as it is': (order, random) => this.onDifference(order, random, 'done', { note: 'Direlakan' }),
    'is accepted no longer': (order, random) => this.onDifference(order, random, 'undo'),
    'has a refund by hand': (order, random) =>
      this.onRefund(order, random, 'done', { note: `bukti ${random.below(9)}` }),
    'has a refund by hand, and that is undone': async (order, random) => {
      await this.onRefund(order, random, 'done', { note: `bukti ${random.below(9)}` })
      return this.onRefund(order, random, 'undo')
    },
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

  lineOf(quantity: number): object {
    const { id: product_id, batchId: batch_id } = this.goods
    return { product_id, quantity, ...(batch_id !== null && { batch_id }) }
  }

  /** Once: the key counts for a day only. */
  async fillCart({ buyer, pieces }: ModelOrder, headers: Record<string, string>): Promise<void> {
    const inCart = this.shop.db.selectFrom('cart_items').select('product_id').where('user_id', '=', buyer.id)
    if (await inCart.executeTakeFirst()) return
    await this.ask(buyer, 'POST', '/carts', this.lineOf(pieces), headers)
  }

  async byBuyer({ id, buyer, link }: ModelOrder, method: string, action: string, body?: object): Promise<number> {
    const byLink = action === 'status' ? 'confirm' : action
    if (link) return (await this.ask(buyer, 'POST', `/order-links/${byLink}`, { ...body, ...link })).status
    return (await this.ask(buyer, method, `/orders/${id}/${action}`, body)).status
  }

  /** The seller enters the order. Each answer has a new link. */
  async enter(order: ModelOrder, link: { token: string }, headers: Record<string, string>): Promise<number> {
    const items = [this.lineOf(order.pieces)]
    const given = order.agreed > 0 && { discount: order.agreed, discount_reason: 'Langganan' }
    const form = { name: order.buyer.id, phone: '081234567890', address: 'Jl. Melati 1', items, ...given }
    for (let tries = 1; ; tries += 1) {
      const { status, body } = await this.ask<EnteredOrder>(this.admin, 'POST', '/admin/orders', form, headers)
      order.id = body.data?.order_id ?? null
      link.token = body.data?.link.split('#')[1] ?? ''
      if (status !== 0 && (order.id !== null || status !== 503 || tries >= 5)) return status
    }
  }

  async byAdmin({ id }: ModelOrder, method: string, action: string, body?: object, headers?: Record<string, string>) {
    return (await this.ask(this.admin, method, `/admin/orders/${id}/${action}`, body, headers)).status
  }

  async cancelOrderAsAdmin(order: ModelOrder, body?: object): Promise<number> {
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

  /** Write down what an answer acknowledges. */
  note(order: ModelOrder, status: number, record: () => unknown): number {
    if (status === 200) record()
    if (status === 0 || status === 503) order.isUncertain = true
    return status
  }

  refundsOf = ({ id }: ModelOrder) =>
    this.shop.db.selectFrom('refunds').selectAll().where('order_id', '=', id).orderBy('due_at').orderBy('id').execute()

  async onRefund(order: ModelOrder, random: Random, action: 'done' | 'undo' | 'send', body?: object) {
    const rows = await this.refundsOf(order)
    return rows.length === 0 ? 'none' : this.actOnRefund(order, random.of(rows).id, action, body)
  }

  async actOnRefund(order: ModelOrder, id: string, action: 'done' | 'undo' | 'send', body?: object) {
    if (action === 'undo') order.undone.add(id)
    const { status } = await this.ask(this.admin, 'POST', `/admin/refunds/${id}/${action}`, body)
    if (status === 200 && action === 'done') order.done.add(id)
    const row = (await this.refundsOf(order)).find((each) => each.id === id)
    const [noted] = row ? notedOf(row) : []
    return this.note(order, status, () => (noted ? order.noted.set(...noted) : order.noted.delete(id)))
  }

  /** Another order's second payment as well as its own. */
  async onWithoutOrder(order: ModelOrder, random: Random, verb: 'assign' | 'unassign') {
    const isFree = sql<boolean>`attempt.id is null or unassigned_at is not null`
    const isOwn = sql<boolean>`attempt.order_id = ${order.id} and unassigned_at is null`
    const found = await this.shop.db
      .selectFrom('unmatched_payments as payment')
      .leftJoin('payment_attempts as attempt', 'attempt.id', 'payment.id')
      .select('payment.id')
      .where(verb === 'assign' ? isFree : isOwn)
      .orderBy('payment.id')
      .execute()
    // The gateway is asked for the transactions of this round alone.
    const ofRound = found.filter(({ id }) => this.orders.some(({ transactions }) => transactions.has(id)))
    if (ofRound.length === 0) return 'none'
    const body = { note: 'Bukti transfer', ...(verb === 'assign' && { order_id: order.id }) }
    return (await this.ask(this.admin, 'POST', `/admin/money/unmatched/${random.of(ofRound).id}/${verb}`, body)).status
  }

  async onDifference(order: ModelOrder, random: Random, action: 'done' | 'undo', body?: object) {
    const kind = random.of(['owed-to-shop', 'partly-withdrawn'])
    const { status } = await this.ask(this.admin, 'POST', `/admin/money/${kind}/${order.id}/${action}`, body)
    if (status === 200 || status === 503) order.isAccepted = true
    return status
  }
}
