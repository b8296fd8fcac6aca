import { setTimeout as wait } from 'node:timers/promises'
import type { Payment } from '@camilan/contract/payments'
import { lockOrder } from '../orders/transition-order.ts'
import { earlier } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { NotFound, ShopError } from '../platform/errors.ts'
import { applyReport } from './apply-report.ts'
import { endAttempt, insertAttempt, orderWithLiveAttempt } from './attempts.ts'
import type { PaymentDeps } from './deps.ts'
import { NotPayable } from './errors.ts'
import { OrderIdUsed } from './gateway.ts'
import { type Payable, snapRequest } from './snap-request.ts'

/** Longer than one answer of the gateway may take. Where several are waited for, a second holder does the same again. */
const leaseMs = 15_000
const pollMs = 100

/**
 * The token that pays an order: that of its live attempt, or of a new one if none is live.
 * Two devices that ask at once get the same: one asks the gateway, the other waits for what it is told,
 * because a second token would kill the popup of the first.
 * @throws {NotPayable} the order is not DIPROSES, or its time is over
 * @throws {GatewayUnavailable} no token can be had now; asking again later may get one
 */
export async function openPayment(deps: PaymentDeps, orderId: string): Promise<Payment> {
  const { db, clock } = deps
  let waited = false
  for (;;) {
    const order = await orderWithLiveAttempt(db, orderId)
    if (!order) throw new NotFound()
    if (order.status !== 'DIPROSES' || order.expires_at <= clock()) throw new NotPayable()
    if (order.snap_token !== null && order.redirect_url !== null) {
      return { order_id: orderId, snap_token: order.snap_token, redirect_url: order.redirect_url }
    }
    if (order.attempt_id === null) {
      await transact(db, (tx) => addAttempt(tx, orderId, clock()))
    } else if (waited) {
      // Whoever asked has been refused, and so would we be.
      throw new ShopError('PAYMENT_UNAVAILABLE', { data: { order_id: orderId } })
    } else if (await takeLease(db, order.attempt_id, clock())) {
      await askForToken(deps, orderId, order.attempt_id)
    } else {
      await untilLeaseEnds(db, order.attempt_id, clock())
      waited = true
    }
  }
}

/** The next attempt of an order whose last one ended without money. Nothing happens where one is live. */
async function addAttempt(tx: Tx, orderId: string, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order?.status !== 'DIPROSES') return
  const last = await tx
    .selectFrom('payment_attempts')
    .select(['number', 'amount', 'expires_at', 'status'])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (last.status === 'PENDING') return
  const { number, amount, expires_at } = last
  await insertAttempt(tx, { orderId, number: number + 1, amount, expiresAt: expires_at }, now)
}

async function takeLease(db: Db, attemptId: string, now: Date): Promise<boolean> {
  const taken = await db
    .updateTable('payment_attempts')
    .set({ token_asked_at: now })
    .where('id', '=', attemptId)
    .where('status', '=', 'PENDING')
    .where('snap_token', 'is', null)
    .where((eb) => eb.or([eb('token_asked_at', 'is', null), eb('token_asked_at', '<', earlier(now, leaseMs))]))
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

async function untilLeaseEnds(db: Db, attemptId: string, now: Date): Promise<void> {
  for (let waited = 0; waited < leaseMs; waited += pollMs) {
    const leased = await db
      .selectFrom('payment_attempts')
      .select('id')
      .where('id', '=', attemptId)
      .where('status', '=', 'PENDING')
      .where('snap_token', 'is', null)
      .where('token_asked_at', '>=', earlier(now, leaseMs))
      .executeTakeFirst()
    if (!leased) return
    await wait(pollMs)
  }
}

async function askForToken(deps: PaymentDeps, orderId: string, attemptId: string): Promise<void> {
  const { db, gateway, clock, log, publicUrl, shippingCost } = deps
  try {
    const payable = await readPayable(db, orderId, attemptId)
    const { token, redirectUrl } = await gateway.createTransaction(
      snapRequest(payable, publicUrl, shippingCost, clock()),
    )
    const kept = await db
      .updateTable('payment_attempts')
      .set({ snap_token: token, redirect_url: redirectUrl })
      .where('id', '=', attemptId)
      .where('status', '=', 'PENDING')
      .where('snap_token', 'is', null)
      .executeTakeFirst()
    if (kept.numUpdatedRows === 0n) {
      log.info({ attemptId }, 'the attempt ended while its token was asked for')
      await gateway.cancelSession(token).catch((error: unknown) => log.warn({ err: error, attemptId }, 'not closed'))
    }
  } catch (error) {
    if (!(error instanceof OrderIdUsed)) throw error
    await giveUpUsedId(deps, attemptId)
  } finally {
    await db
      .updateTable('payment_attempts')
      .set({ token_asked_at: null })
      .where('id', '=', attemptId)
      .where('snap_token', 'is', null)
      .execute()
  }
}

/**
 * The gateway knows a payment by this id although we hold no token of it: an answer was lost, or another shop's
 * database used the id. What was paid is taken; everything else is closed and the next attempt gets another id.
 */
async function giveUpUsedId(deps: PaymentDeps, attemptId: string): Promise<void> {
  const { db, gateway, log } = deps
  const report = await gateway.status(attemptId)
  log.warn({ attemptId, word: report.word }, 'the gateway knows this id already')
  if (report.state === 'settled' && (await applyReport(deps, attemptId, report)) === 'pay') return
  // Ended here first: the gateway's own notification of the cancel would end a live attempt together with its order.
  await endAttempt(db, attemptId, 'GAGAL')
  if (report.state === 'pending') await gateway.cancel(attemptId)
}

async function readPayable(db: Db, orderId: string, attemptId: string): Promise<Payable> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['total_price', 'other_costs', 'expires_at', 'buyer_name', 'buyer_phone', 'users.email'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const items = await db
    .selectFrom('order_items')
    .select(['product_id as productId', 'name', 'unit_price as unitPrice', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return {
    attemptId,
    orderId,
    totalPrice: order.total_price,
    otherCosts: order.other_costs,
    expiresAt: order.expires_at,
    buyer: { name: order.buyer_name, email: order.email, phone: order.buyer_phone },
    items,
  }
}
