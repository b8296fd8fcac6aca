import type { Payment } from '@camilan/contract/payments'
import type { Refund, RefundList } from '@camilan/contract/refunds'
import type { DueRefundRow } from './queries.ts'

/** The token and URL that open the payment popup; undefined while the attempt has no token. */
export function presentPayment(attempt: {
  order_id: string
  snap_token: string | null
  redirect_url: string | null
  expires_at: Date
}): Payment | undefined {
  const { order_id, snap_token, redirect_url, expires_at } = attempt
  if (snap_token === null || redirect_url === null) return undefined
  return { order_id, snap_token, redirect_url, expires_at: expires_at.toISOString() }
}

export function presentRefunds({ rows, total }: { rows: DueRefundRow[]; total: number }): RefundList {
  return { data: rows.map(presentRefund), total }
}

function presentRefund({ buyer_name, buyer_phone, paid_at, status, ...refund }: DueRefundRow): Refund {
  return {
    ...refund,
    buyer: { name: buyer_name, phone: buyer_phone },
    paid_at: paid_at.toISOString(),
    reason: status === 'DIBATALKAN' ? 'CANCELLED' : 'PAID_TWICE',
  }
}
