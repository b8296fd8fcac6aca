import { isPaymentMethod } from '@camilan/contract/payment-methods'
import { whyByHand } from '@camilan/contract/refund-by-hand'
import type { Refund } from '@camilan/contract/refunds'
import type { Sealer } from '../../platform/sealed.ts'
import type { ListedRefund } from './queries.ts'
import { isUndoable } from './record-refund.ts'
import { openAccount } from './refund-account.ts'
import { isWithdrawable } from './refund-part.ts'

export function presentRefund(row: ListedRefund, sealer: Sealer, now: Date): Refund {
  const { used_method: method, bank_confirmed_at } = row
  return {
    id: row.attempt_id,
    refund_id: row.refund_id,
    order_id: row.order_id,
    buyer: { name: row.buyer_name, phone: row.buyer_phone || null },
    amount: row.amount_idr,
    reason: row.reason,
    cause: row.cause,
    state: row.state,
    is_withdrawable: isWithdrawable(row),
    is_undoable: isUndoable(row),
    paid_at: row.paid_at.toISOString(),
    va_number: row.va_number,
    method: method !== null && isPaymentMethod(method) ? method : null,
    due_at: row.due_at.toISOString(),
    account: openAccount(sealer, row.order_id, row.sealed_account),
    by_hand_because: whyByHand(row, row.amount_idr, now),
    asked_at: row.asked_at?.toISOString() ?? null,
    refused: row.refused,
    way: row.way,
    done_at: row.done_at?.toISOString() ?? null,
    done_by: row.done_by,
    note: row.note,
    confirmed_at: bank_confirmed_at?.toISOString() ?? null,
  }
}
