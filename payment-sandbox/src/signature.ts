import { createHash } from 'node:crypto'

/** Lower-case hex SHA-512 of the four strings exactly as in the body (docs: https-notification-webhooks). */
export function signatureKey(orderId: string, statusCode: string, grossAmount: string, serverKey: string): string {
  return createHash('sha512').update(`${orderId}${statusCode}${grossAmount}${serverKey}`).digest('hex')
}
