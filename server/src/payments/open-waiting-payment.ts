import type { PaymentTrouble } from '@camilan/contract/notifications'
import { type AlarmDeps, endAlarm, raiseAlarm } from '../notifications/alarms.ts'
import type { KeySets } from '../payment-keys/key-sets.ts'
import { earlier, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import type { PaymentDeps } from './deps.ts'
import { KeyRefused, MethodInactive } from './errors.ts'
import { openPayment } from './open-payment.ts'

export interface WaitingPaymentDeps {
  payments: PaymentDeps
  alarms: AlarmDeps
  keySets: Pick<KeySets, 'current' | 'isUnreadable'>
}

/** A gateway that answers nothing for a moment is no trouble yet. A refusal is one at once. */
const silentForMs = minutes(5)
/** Younger orders may be asking for their token just now. */
const placedBeforeMs = minutes(0.5)

/**
 * Ask the gateway once more for the token of an order that waits for one. The administrators are notified while the gateway
 * gives none, with the cause, and when it gives one again, to this order or to any other. So they are while the keys in the
 * database can't be decrypted.
 */
export async function openWaitingPayment({ payments, alarms, keySets }: WaitingPaymentDeps): Promise<void> {
  const { db, clock, log } = payments
  if (keySets.isUnreadable()) {
    await raiseAlarm(alarms, 'payment-keys', { kind: 'payment-keys-unreadable', to: 'admins' })
  } else await endAlarm(alarms, 'payment-keys', { kind: 'payment-keys-readable', to: 'admins' })
  if (!keySets.current()) return

  const waiting = await ordersWithoutToken(db, clock())
  if (waiting) {
    const { newest, count, since } = waiting
    try {
      await openPayment(payments, newest)
    } catch (error) {
      const cause = troubleOf(error)
      log.warn({ err: error, orderId: newest, cause }, 'an order still has no token')
      if (cause === 'no-answer' && since > earlier(clock(), silentForMs)) return
      await raiseAlarm(alarms, 'payments', { kind: 'payments-failing', to: 'admins', cause, since, count })
      return
    }
  }
  if (await hasTokenSinceAlarm(db)) await endAlarm(alarms, 'payments', { kind: 'payments-work', to: 'admins' })
}

function troubleOf(error: unknown): PaymentTrouble {
  if (error instanceof KeyRefused) return 'key-refused'
  return error instanceof MethodInactive ? 'method-inactive' : 'no-answer'
}

async function ordersWithoutToken(db: Db, now: Date) {
  const waiting = db
    .selectFrom('payment_attempts as attempt')
    .innerJoin('orders', 'orders.id', 'attempt.order_id')
    .where('attempt.status', '=', 'PENDING')
    .where('attempt.snap_token', 'is', null)
    .where('attempt.created_at', '<', earlier(now, placedBeforeMs))
    .where('orders.status', '=', 'DIPROSES')
    .where('orders.expires_at', '>', now)
  const { count, since } = await waiting
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('attempt.created_at').as('since')])
    .executeTakeFirstOrThrow()
  const newest = await waiting.select('orders.id').orderBy('attempt.created_at', 'desc').limit(1).executeTakeFirst()
  return newest && { newest: newest.id, count, since }
}

async function hasTokenSinceAlarm(db: Db): Promise<boolean> {
  const made = await db
    .selectFrom('alarms')
    .innerJoin('payment_attempts', (join) => join.onRef('token_made_at', '>=', 'alarms.began_at'))
    .select('alarms.name')
    .where('alarms.name', '=', 'payments')
    .limit(1)
    .executeTakeFirst()
  return made !== undefined
}
