import { createHash } from 'node:crypto'
import { askAt } from './shop-client.ts'

/** What the gateway sends of a payment, signed with this key; the signature covers the overrides too. */
export function signedNotification(serverKey: string, overrides: Record<string, string> = {}) {
  const payment = { order_id: '261120-AAAAAA', status_code: '200', gross_amount: '46000.00' }
  const body = { ...payment, transaction_status: 'settlement', ...overrides }
  const signed = body.order_id + body.status_code + body.gross_amount + serverKey
  return { signature_key: createHash('sha512').update(signed).digest('hex'), ...body }
}

/** Send a notification as somebody who does not know the server key. */
export const forgeNotification = ({ origin }: { origin: string }) =>
  askAt(origin)('POST', '/payments/notification', { body: signedNotification('SB-Mid-server-another') })
