/**
 * A random, seeded history of a shop whose payment gateway lies: many buyers and an administrator use one or several
 * processes over HTTP, while notifications are lost, answers and transactions break off and time passes. After each round the faults end,
 * the jobs catch up, and what the gateway holds and what the API acknowledged are compared with the shop's records.
 */

import { expect } from 'vitest'
import { endedAttempts } from '../payments/apply/asked-attempts.ts'
import { endingWork } from '../payments/attempts/cancel-expired-orders.ts'
import { openSession } from '../people/sessions/sessions.ts'
import { type Clock, days, hours, minutes } from '../platform/clock.ts'
import { limitConcurrency } from '../platform/concurrency/limit-concurrency.ts'
import type { Db } from '../platform/db/db.ts'
import { msUntilDue } from '../platform/jobs/due-work.ts'
import { breakTransaction } from './break-transaction.ts'
import { signedNotification } from './gateway-notification.ts'
import { makeAdmin, makeUser } from './make-user.ts'
import { ModelActions } from './payment-model-actions.ts'
import { randomBehaviour, randomFaults } from './payment-model-faults.ts'
import { type ModelGoods, makeGoods } from './payment-model-goods.ts'
import { type ModelOrder, newModelOrder, runningPercent } from './payment-model-order.ts'
import { chance, type Random, randomOf } from './payment-model-random.ts'
import { dealWithList } from './payment-money-list.ts'
import { differences, transactionsOf } from './payment-truth.ts'
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
  await shop.db
    .insertInto('discounts')
    .values({ source: 'automatic', name: 'Promo', kind: 'percent', amount: runningPercent, created_at: shop.clock() })
    .execute()
  let placed = 0
  for (let round = 1; placed < options.orders; round += 1) {
    const size = Math.min(options.ordersPerRound, options.orders - placed)
    // Each round takes days, and a session ends after thirty.
    const token = await openSession(shop.db, admin, shop.clock())
    const signedIn = { ...admin, token, headers: { authorization: `Bearer ${token}` } }
    const found = await new Round({ shop, random, actions: new ModelActions(shop, signedIn), figures }).run(
      size,
      options.ticks,
    )
    expect(found, `MODEL_SEED=${options.seed}, round ${round}`).toEqual([])
    placed += size
  }
  return figures
}

/** Without these the rarer actions would meet orders that are not paid, or have ended. */
const usual = {
  early: [
    ...['is charged', 'is paid', 'is paid', 'is paid at once', 'is paid at once', 'is paid at once', 'is paid twice'],
    ...['is charged, and changes the method', 'opens the payment', 'is paid in cash', 'is paid in cash'],
  ],
  late: [
    ...['is paid although it has ended', 'is paid twice', 'is shipped', 'is cancelled by the administrator'],
    ...['is reversed by the bank', 'is charged back', 'is restored', 'is charged back, and restored', 'is lowered'],
    ...['is refunded at the dashboard', 'is refunded in part', 'is promised a part, and that is withdrawn'],
    ...['is cancelled, and its refund is sent', 'has a refund sent', 'has a refund by hand', 'is accepted as it is'],
    ...['has a refund by hand, and that is undone', 'gets a payment without order'],
    ...['gets a payment without order, and loses it'],
  ],
}

/** Most of the acts of the first ticks, because an order without money, or a cancelled one, has few others. */
const usualShare = { early: 0.85, late: 0.75 }

class Round {
  readonly orders: ModelOrder[] = []

  readonly shop: ModelShop
  readonly random: Random
  readonly actions: ModelActions
  readonly figures: Figures

  constructor({ shop, random, actions, figures }: Pick<Round, 'shop' | 'random' | 'actions' | 'figures'>) {
    this.shop = shop
    this.random = random
    this.actions = actions
    this.figures = figures
  }

  /** @returns what is wrong at its end */
  async run(size: number, ticks: number): Promise<string[]> {
    const { db, clock } = this.shop
    const goods = await makeGoods(db, this.random)
    this.actions.goods = goods
    this.actions.orders = this.orders
    const buyers = await Promise.all(Array.from({ length: size }, () => makeUser(db, { now: clock() })))
    this.orders.push(...buyers.map((buyer) => newModelOrder(buyer, this.random)))
    for (let tick = 0; tick < ticks; tick += 1) await this.tick(tick < ticks / 2 ? 'early' : 'late')
    await this.carryOut()
    const found = await this.compare(goods)
    // What was accepted comes again.
    const restored = this.orders.flatMap((order) =>
      chance(this.random, 0.5) ? [[order, this.random.fork()] as const] : [],
    )
    await this.forEach(restored, ([order, random]) => this.act('is restored', order, random))
    await this.untilQuiet()
    await this.forEach(this.orders, (order) => this.resendLast(order))
    return [...found, ...(await this.compare(goods)), ...this.actions.failures]
  }

  async compare(goods: ModelGoods): Promise<string[]> {
    const { orders, actions, shop } = this
    const found = await differences(shop, { orders, goods })
    return [...found, ...(await dealWithList(actions, orders))]
  }

  async tick(time: keyof typeof usual): Promise<void> {
    const { random, shop } = this
    await shop.sandbox.reset()
    const faults = { ...randomBehaviour(random), ...(chance(random, 0.5) && randomFaults(random)) }
    await shop.sandbox.setFaults(faults)
    const short = [10_000, 10_000, 10_000, minutes(7), minutes(16)]
    const passing = random.of(time === 'early' ? [...short, ...short, hours(25)] : [...short, hours(3), hours(25)])
    await shop.advance(passing)
    for (const { history } of this.orders) history.push(`-- ${passing / 1_000} s later ${JSON.stringify(faults)}`)
    // The choices are made before anything runs, so that a seed repeats them.
    const chosen = this.orders.map((order) => {
      const acts = order.id === null ? ['is placed'] : [this.anAction(time), this.anAction(time)]
      return { order, acts: acts.slice(0, chance(random, 0.2) ? 2 : 1), randoms: [random.fork(), random.fork()] }
    })
    const killed = chance(random, 0.3) && shop.killOne?.()
    const broken = chance(random, 0.5) && this.breakSome()
    const acted = this.forEach(chosen, ({ order, acts, randoms }) =>
      Promise.all(acts.map((act, i) => this.act(act, order, randoms[i] ?? random))),
    )
    await Promise.all([killed, broken, acted])
    if (chance(random, 0.3)) await shop.runJobs()
  }

  /** Several at a time. */
  async forEach<Value>(values: readonly Value[], act: (value: Value) => Promise<unknown>): Promise<void> {
    const limited = limitConcurrency({ running: 8, waiting: values.length })
    await Promise.all(values.map((value) => limited(() => act(value))))
  }

  async breakSome(): Promise<void> {
    for (let tries = 0, broken = 0; tries < 60 && broken < 4; tries += 1) {
      const found = await breakTransaction(this.shop.db)
      broken += found
      this.count('breaks a transaction', found)
    }
  }

  anAction(time: keyof typeof usual): string {
    const { random, actions } = this
    return chance(random, usualShare[time]) ? random.of(usual[time]) : random.of(Object.keys(actions.byName).slice(1))
  }

  async act(name: string, order: ModelOrder, random: Random): Promise<void> {
    const before = order.history.push(`${name} …`)
    const outcome = await this.actions.byName[name]?.(order, random)
    order.history[before - 1] = `${name}: ${outcome}`
    this.count(`${name}: ${outcome}`, 1)
  }

  count(what: string, times: number): void {
    this.figures[what] = (this.figures[what] ?? 0) + times
  }

  /** The faults end, every deadline passes, and the gateway sends its last news again. */
  async carryOut(): Promise<void> {
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
    await this.forEach(this.orders, (order) => this.resendLast(order))
    // An order whose money went back before the shop saw it: only the administrator can end it.
    const open = this.shop.db.selectFrom('orders').select('id').where('status', '=', 'DIPROSES')
    const left = new Set((await open.execute()).map(({ id }) => id))
    const orders = this.orders.filter(({ id }) => id !== null && left.has(id))
    await this.forEach(orders, (order) => this.actions.cancelOrderAsAdmin(order))
    await this.untilQuiet()
  }

  /** Until the jobs have nothing left to do. */
  async untilQuiet(): Promise<void> {
    const { db, clock, runJobs } = this.shop
    const work = async () => {
      await runJobs()
      const asked = await db.selectFrom('refunds').select('id').where('state', '=', 'asked').execute()
      const left = [...asked, ...(await endedAttempts(db, 9, clock()))].map(({ id }) => id)
      return (await msUntilDue(db, endingWork, clock())) === 0 ? ['an order', ...left] : left
    }
    await expect.poll(work, { timeout: minutes(10), interval: 50 }).toEqual([])
  }

  /** As the gateway does for each payment that is marked at its dashboard; nothing else tells of a refund or a denial. */
  async resendLast(order: ModelOrder): Promise<void> {
    for (const transaction of await transactionsOf(this.shop, [order])) {
      const { order_id, transaction_id, transaction_status, status_code, gross_amount } = transaction
      const fields = { order_id, transaction_id, transaction_status, status_code, gross_amount }
      const body = signedNotification(this.shop.serverKey, fields)
      await expect
        .poll(async () => (await askAt(this.shop.origin())('POST', '/payments/notification', { body })).status)
        .toBe(200)
    }
  }
}
