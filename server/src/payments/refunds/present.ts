import { isPaymentMethod } from '@camilan/contract/payment-methods'
import { whyByHand } from '@camilan/contract/refund-by-hand'
import type { Refund } from '@camilan/contract/refunds'
import type { Sealer } from '../../platform/sealed.ts'
import { openAccount } from './account/refund-account.ts'
import { isWithdrawable } from './allowance.ts'
import type { ListedRefund } from './queries.ts'
import { isUndoable } from './record-refund.ts'

export function presentRefund(row: ListedRefund, sealer: Sealer, now: Date): Refund {
  const { used_method: method, order_id, shown_idr, reason, cause, state, va_number, refused, way, note } = row
  return {
    id: row.attempt_id,
    refund_id: row.id,
    order_id,
    amount: shown_idr,
    reason,
    cause,
    state,
    va_number,
    refused,
    way,
    note,
    done_by: row.doer,
    buyer: { name: row.buyer_name, phone: row.buyer_phone || null },
    is_withdrawable: isWithdrawable(row),
    is_undoable: isUndoable(row),
    paid_at: row.paid_at.toISOString(),
    method: method !== null && isPaymentMethod(method) ? method : null,
    due_at: row.due_at.toISOString(),
    account: openAccount(sealer, order_id, row.sealed_account),
    by_hand_because: whyByHand(row, shown_idr, now),
    asked_at: row.asked_at?.toISOString() ?? null,
    done_at: row.done_at?.toISOString() ?? null,
    confirmed_at: row.bank_confirmed_at?.toISOString() ?? null,
  }
}
