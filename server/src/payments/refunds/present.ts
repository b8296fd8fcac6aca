import { isPaymentMethod } from '@camilan/contract/payment-methods'
import type { Refund, RefundList } from '@camilan/contract/refunds'
import type { ListedRefund } from './queries.ts'

export function presentRefunds({ rows, total }: { rows: ListedRefund[]; total: number }): RefundList {
  return { data: rows.map(presentRefund), total }
}

function presentRefund(row: ListedRefund): Refund {
  const { attempt_id, amount_idr, buyer_name, buyer_phone, used_method, paid_at, due_at, done_at, ...refund } = row
  return {
    ...refund,
    id: attempt_id,
    amount: amount_idr,
    buyer: { name: buyer_name, phone: buyer_phone },
    method: used_method !== null && isPaymentMethod(used_method) ? used_method : null,
    paid_at: paid_at.toISOString(),
    due_at: due_at.toISOString(),
    done_at: done_at?.toISOString() ?? null,
  }
}
