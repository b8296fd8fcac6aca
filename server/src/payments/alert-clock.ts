import { notify } from '../notifications/notify.ts'
import type { ClockDifference } from '../platform/clock-watch.ts'
import { transact } from '../platform/db/transact.ts'
import type { PaymentDeps } from './deps.ts'

/**
 * The clock of this machine is wrong, so no unpaid order ends: log it, and notify the administrators, unless one of
 * them has not read the last such notification yet.
 */
export async function alertClock(
  { db, clock, log }: Pick<PaymentDeps, 'db' | 'clock' | 'log'>,
  { name, aheadMs }: ClockDifference,
): Promise<void> {
  log.error({ name, aheadMs }, 'the clock of this machine is wrong: no unpaid order ends until it is right')
  await transact(db, async (tx) => {
    const unread = await tx
      .selectFrom('notifications')
      .select('id')
      .where('kind', '=', 'clock-differs')
      .where('is_read', '=', false)
      .limit(1)
      .executeTakeFirst()
    if (unread) return
    await notify(tx, [{ kind: 'clock-differs', to: 'admins', clockName: name, aheadMs }], clock())
  }).catch((error: unknown) => log.warn({ err: error }, 'the administrators were not notified of the wrong clock'))
}
