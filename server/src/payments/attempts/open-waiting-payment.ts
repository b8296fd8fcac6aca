import type { PaymentTrouble } from '@camilan/contract/notifications'
import { type AlarmDeps, alarmBeganAt, endAlarm, raiseAlarm } from '../../people/notifications/alarms.ts'
import { earlier, minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { storedMoment } from '../../platform/db/stored-moments.ts'
import type { PaymentDeps } from '../deps.ts'
import { GatewayUnavailable, KeyRefused, MethodInactive, OrderRefused } from '../errors.ts'
import type { KeySets } from '../keys/key-sets.ts'
import { openPayment } from './open-payment.ts'
import { wasSent } from './queries.ts'

export interface WaitingPaymentDeps {
  payments: PaymentDeps
  alarms: AlarmDeps
  keySets: Pick<KeySets, 'current' | 'isUnreadable'>
}

/** A gateway that answers nothing for a moment is no trouble yet. A refusal is one at once. */
const silentForMs = minutes(5)
/** Younger orders may be asking for their token just now. */
const placedBeforeMs = minutes(0.5)
/** A silent gateway takes ten seconds for each. */
const maxPerRun = 3

/**
 * Ask the gateway once more for the tokens of some orders that wait for one. The administrators are notified while the
 * gateway gives none, with the cause, and when it gives one again, to any order. So they are while the keys in the
 * database can't be decrypted.
 */
export async function openWaitingPayment({ payments, alarms, keySets }: WaitingPaymentDeps): Promise<void> {
  const { db, clock } = payments
  if (keySets.isUnreadable()) {
    await raiseAlarm(alarms, 'payment-keys', { kind: 'payment-keys-unreadable', to: 'admins' })
  } else await endAlarm(alarms, 'payment-keys', { kind: 'payment-keys-readable', to: 'admins' })
  if (!keySets.current()) return

  const { ids, count, since } = await ordersWithoutToken(db, clock())
  const troubles: Trouble[] = []
  for (const orderId of ids) troubles.push(...(await tryToOpen(payments, orderId)))
  const trouble = troubles.find(({ cause }) => cause !== 'no-answer') ?? troubles[0]
  if (trouble === undefined || (trouble.cause === 'no-answer' && !(await isSilent(db, since, clock())))) {
    const raisedAt = await alarmBeganAt(db, 'payments')
    if (raisedAt && (!storedMoment(raisedAt, clock()) || (await hasTokenSince(db, raisedAt)))) {
      await endAlarm(alarms, 'payments', { kind: 'payments-work', to: 'admins' })
    }
    return
  }
  await raiseAlarm(alarms, 'payments', { kind: 'payments-failing', to: 'admins', ...trouble, since, count })
}

interface Trouble {
  cause: PaymentTrouble
  /** The gateway's. */
  words: string | null
}

/** @returns the gateway's trouble; none if the order has a token, or lacks one for a reason of its own */
async function tryToOpen(payments: PaymentDeps, orderId: string): Promise<Trouble[]> {
  try {
    await openPayment(payments, orderId)
    return []
  } catch (error) {
    payments.log.warn({ err: error, orderId }, 'an order still has no token')
    return error instanceof GatewayUnavailable ? [troubleOf(error)] : []
  }
}

function troubleOf(error: GatewayUnavailable): Trouble {
  if (error instanceof OrderRefused) return { cause: 'order-refused', words: error.words }
  if (error instanceof KeyRefused) return { cause: 'key-refused', words: null }
  return { cause: error instanceof MethodInactive ? 'method-inactive' : 'no-answer', words: null }
}

/** Whether orders have waited so long, and none has got a token meanwhile. */
async function isSilent(db: Db, since: Date, now: Date): Promise<boolean> {
  const silentSince = earlier(now, silentForMs)
  if (since > silentSince) return false
  return !(await hasTokenSince(db, silentSince))
}

async function hasTokenSince(db: Db, since: Date): Promise<boolean> {
  const made = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('token_made_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return made !== undefined
}

/** Those that were tried least come first, so that none that can't be opened hides the others. */
async function ordersWithoutToken(db: Db, now: Date) {
  const waiting = db
    .selectFrom('payment_attempts as attempt')
    .innerJoin('orders', 'orders.id', 'attempt.order_id')
    .where('attempt.status', '=', 'PENDING')
    .where('attempt.snap_token', 'is', null)
    .where(wasSent)
    .where('attempt.created_at', '<', earlier(now, placedBeforeMs))
    .where('orders.status', '=', 'DIPROSES')
    .where('orders.expires_at', '>', now)
  const { count, since } = await waiting
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('attempt.created_at').as('since')])
    .executeTakeFirstOrThrow()
  const tried = await waiting
    .select('orders.id')
    .orderBy('attempt.token_lease_number')
    .orderBy('attempt.created_at', 'desc')
    .limit(maxPerRun)
    .execute()
  return { ids: tried.map(({ id }) => id), count, since }
}
