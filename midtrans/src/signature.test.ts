import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isGenuine } from './signature.ts'

const serverKey = 'SB-Mid-server-local-test-key'
const settled = { order_id: 'SNACK-1001-1', status_code: '200', gross_amount: '46000.00' }
// SHA-512 of the four texts joined, as docs.midtrans.com defines it.
const signature_key =
  '22a445aa6f8727f9d86e037d68bbf8afb6cefb15cec47aede8feb2f636909cc3d8d3c70bd9054aca104da184af5dc790adff7a13040b2a32cd23fb612eb7801e'

test('a notification that is signed with the server key is genuine', () => {
  expect(isGenuine({ ...settled, signature_key }, serverKey)).toBe(true)
  expect(isGenuine({ ...settled, signature_key: signature_key.toUpperCase() }, serverKey)).toBe(true)
})

test.each<[string, Partial<typeof settled & { signature_key: string }>]>([
  ['another order', { order_id: 'SNACK-1001-2' }],
  ['another code', { status_code: '202' }],
  ['another amount', { gross_amount: '1.00' }],
  ['the same amount written differently', { gross_amount: '46000' }],
  ['no signature', { signature_key: '' }],
  ['half a signature', { signature_key: signature_key.slice(0, 64) }],
  ['more than a signature', { signature_key: `${signature_key}00` }],
  ['letters that are not hexadecimal', { signature_key: 'z'.repeat(128) }],
])('a notification with %s is not genuine', (_what, change) => {
  expect(isGenuine({ ...settled, signature_key, ...change }, serverKey)).toBe(false)
})

test('a notification that is signed with another key is not genuine', () => {
  const forged = createHash('sha512').update('SNACK-1001-120046000.00SB-Mid-server-other').digest('hex')
  expect(isGenuine({ ...settled, signature_key: forged }, serverKey)).toBe(false)
})
