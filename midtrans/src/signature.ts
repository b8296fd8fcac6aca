import { createHash, timingSafeEqual } from 'node:crypto'

export interface Signed {
  order_id: string
  status_code: string
  gross_amount: string
  signature_key: string
}

/**
 * Whether the holder of the server key signed this. Compared in constant time.
 * The signature covers neither transaction_status nor transaction_id: those are trusted only from GET status.
 * Source: docs.midtrans.com, "HTTP notifications", signature key.
 */
export function isGenuine({ order_id, status_code, gross_amount, signature_key }: Signed, serverKey: string): boolean {
  const expected = signatureOf({ order_id, status_code, gross_amount }, serverKey)
  const given = Buffer.from(/^[0-9a-f]{128}$/i.test(signature_key) ? signature_key : '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export const signatureOf = (signed: Omit<Signed, 'signature_key'>, serverKey: string): Buffer =>
  createHash('sha512')
    .update(signed.order_id + signed.status_code + signed.gross_amount + serverKey)
    .digest()
