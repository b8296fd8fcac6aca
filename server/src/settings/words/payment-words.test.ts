import { paymentMethodNames } from '@camilan/contract/payment-methods'
import { expect, test } from 'vitest'
import { presentPaymentWays } from './payment-words.ts'

test('with BCA alone the pages have the texts of the spec', () => {
  expect(presentPaymentWays(['bca_va'])).toMatchObject({
    names: 'BCA virtual account',
    title: 'BCA virtual account',
    isBankOnly: true,
  })
})

test('several methods are named one by one, and by their kinds in a title', () => {
  expect(presentPaymentWays(['bca_va', 'bni_va', 'echannel'])).toMatchObject({
    names: 'virtual account (BCA, BNI) dan Mandiri Bill',
    title: 'Transfer bank',
    isBankOnly: true,
  })
  expect(presentPaymentWays(paymentMethodNames)).toMatchObject({
    names:
      'QRIS, GoPay, ShopeePay, virtual account (BCA, BNI, BRI, Permata, CIMB Niaga), Mandiri Bill, Alfamart, dan Indomaret',
    title: 'QRIS, dompet digital, transfer bank, dan gerai',
    isBankOnly: false,
  })
})
