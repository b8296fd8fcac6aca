import type { Payment } from '@camilan/contract/payments'

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
