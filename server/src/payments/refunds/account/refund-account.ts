/** The bank account to which a buyer wants money back. Only administrators can read it, in the list of refunds. */

import { byHandFrom } from '@camilan/contract/refund-by-hand'
import { RefundAccount, type RefundAccountForm } from '@camilan/contract/refunds'
import { lockOrder } from '../../../orders/change/transition-order.ts'
import { recordChange } from '../../../people/audit/record-change.ts'
import { confirmAnyPassword } from '../../../people/login/confirm-password.ts'
import { assertStillAllowed, type Caller } from '../../../people/login/guards.ts'
import { notify } from '../../../people/notifications/notify.ts'
import type { Client, Limits } from '../../../people/users/limits.ts'
import { type Clock, days, earlier, later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { storedMoment } from '../../../platform/db/stored-moments.ts'
import { transact } from '../../../platform/db/transact.ts'
import { InvalidForm, NotFound } from '../../../platform/errors.ts'
import type { Sealer } from '../../../platform/sealed.ts'
import { NotPossible, TooManyAccountChanges } from '../../errors.ts'
import { openDue, paymentOfRefund } from '../refund-rows.ts'

export interface AccountDeps {
  db: Db
  clock: Clock
  sealer: Sealer
  limits: Limits
}

const notNeeded = 'Tidak ada dana pesanan ini yang perlu dikembalikan ke rekening.'

/** Another order can't decrypt it. */
const sealedName = (orderId: string) => `refund-account/${orderId}`

/**
 * Store the account of an order's buyer, or replace it. The administrators are notified, and of a change the buyer too.
 * For an order without an account an administrator does it, and the audit trail names them. No notification, log or
 * audit entry has the account.
 * @param by  its buyer, or for an order without an account an administrator, with their own password
 * @throws the refusals of {@link confirmAnyPassword}
 * @throws {NotFound} the order does not exist, or belongs to somebody else
 * @throws {NotPossible} no refund of it is due that goes by hand
 * @throws {TooManyAccountChanges} three changes within a day
 * @throws {InvalidForm} nothing can be encrypted here
 */
export async function setRefundAccount(
  { db, clock, sealer, limits }: AccountDeps,
  by: Caller & Client,
  { orderId, as, form }: { orderId: string; as: 'buyer' | 'administrator'; form: RefundAccountForm },
): Promise<void> {
  const { current_password, ...account } = form
  const buyerId = as === 'buyer' ? by.id : null
  await confirmAnyPassword({ db, limits }, by, current_password, clock())
  if (sealer.problem() !== undefined) {
    throw new InvalidForm({ number: 'Toko belum bisa menyimpan nomor rekening. Hubungi penjual.' })
  }
  const sealed = await sealer.seal(sealedName(orderId), JSON.stringify(account))
  const digits = account.number.replace(/\D/g, '')
  const values = { sealed_account: sealed, shown: `${account.bank} ••••${digits.slice(-4)}`, set_at: clock() }
  await transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    await assertStillAllowed(tx, by, clock())
    if (order?.user_id !== buyerId) throw new NotFound()
    const now = clock()
    if (!(await isAccountNeeded(tx, orderId, now))) throw new NotPossible(notNeeded)
    const former = await tx
      .selectFrom('refund_accounts')
      .select(['sealed_account', 'changes'])
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    if (former && sealer.open(sealedName(orderId), former.sealed_account) === JSON.stringify(account)) return
    const isChange = former !== undefined
    const stored = { ...values, changes: isChange ? [...recentChanges(former.changes, now), now] : [] }
    await tx
      .insertInto('refund_accounts')
      .values({ order_id: orderId, ...stored })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(stored))
      .execute()
    if (buyerId === null) {
      const changes = [{ field: 'refund_account', before: null, after: former ? 'diganti' : 'diisi' }]
      await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'changed', changes }, now)
      return
    }
    await notify(
      tx,
      [
        { kind: 'refund-account-set', to: 'admins', orderId, isChange },
        ...(isChange ? [{ kind: 'refund-account-changed', to: { user: buyerId }, orderId } as const] : []),
      ],
      now,
    )
  })
}

const limitWindowMs = days(1)
const maxInLimitWindow = 3

/** @throws {TooManyAccountChanges} one more would exceed the limit */
function recentChanges(changes: readonly Date[], now: Date): Date[] {
  const recent = changes.filter((at) => at > earlier(now, limitWindowMs) && storedMoment(at, now))
  const [first] = recent
  if (first && recent.length >= maxInLimitWindow) throw new TooManyAccountChanges(later(first, limitWindowMs), now)
  return recent
}

/** Whether a refund is due that the gateway can't make, or has refused. */
async function isAccountNeeded(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  for (const { row, due_idr } of await openDue(tx, orderId)) {
    if (row.refused !== null || byHandFrom(await paymentOfRefund(tx, row.id), due_idr) <= now) return true
  }
  return false
}

/** Null if it can't be decrypted. */
export function openAccount(sealer: Sealer, orderId: string, sealed: Buffer | null): RefundAccount | null {
  const text = sealed === null ? undefined : sealer.open(sealedName(orderId), sealed)
  return text === undefined ? null : RefundAccount.parse(JSON.parse(text))
}

const keptAfterRefundMs = days(90)

/** Delete the accounts of orders whose last refund was made 90 days ago. */
export async function deleteOldAccounts(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('refund_accounts')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.order_id', '=', 'refund_accounts.order_id')
            .where((refund) =>
              refund.or([refund('state', '<>', 'done'), refund('done_at', '>', earlier(now, keptAfterRefundMs))]),
            ),
        ),
      ),
    )
    .execute()
}
