import { expect, test } from 'vitest'
import { signatureKey } from './signature.ts'

const serverKey = 'SB-Mid-server-local-test-key'

test.each([
  [
    '201',
    'e7ab4972c3ae7aa6b34cf4d0281a50e12104fdc03994c920ce0f32146915b434881d31790ea88a756c11c712f023613d31be6c98bbd23bb73ee3e18d2b1517a5',
  ],
  [
    '200',
    '22a445aa6f8727f9d86e037d68bbf8afb6cefb15cec47aede8feb2f636909cc3d8d3c70bd9054aca104da184af5dc790adff7a13040b2a32cd23fb612eb7801e',
  ],
  [
    '202',
    '093171cdd79a7bd693640ec39f30d76c0c2426d676420ae1f12c06b953d928adbda81d5ef309a7b8e7909b60d37c8758c998b07800553e9fefb8cd6bc7b466cc',
  ],
  [
    '407',
    '3bbbbdc3475ddc6fe296242fbb7a5eaa25b005c5504604df8ef946db97c5e664d858f44ba0138bfd5fc8f9c2cebfcf002de3deb324760a0c143308253f0be3b5',
  ],
])('the signature with status code %s is the known one', (code, signature) => {
  expect(signatureKey('SNACK-1001-1', code, '46000.00', serverKey)).toBe(signature)
})
