import { type PaymentMethod, paymentMethodNames } from '@camilan/contract/payment-methods'
import { expect, test } from 'vitest'
import { offeredMethods } from './offered-methods.ts'

const offered = (on: readonly PaymentMethod[], totalIdr: number, chosen: PaymentMethod | null = null) =>
  offeredMethods(on, { chosen, totalIdr })

test('without a choice, the methods whose limits fit the total are offered, in the order of the table', () => {
  expect(offered(paymentMethodNames, 26_000)).toEqual(paymentMethodNames)
  expect(offered(paymentMethodNames, 9_999)).not.toContain('indomaret')
  expect(offered(['other_qris', 'gopay', 'alfamart'], 10_000_001)).toEqual(['gopay'])
  expect(() => offered(['other_qris'], 10_000_001)).toThrow(expect.objectContaining({ code: 'NO_PAYMENT_METHOD' }))
})

test.each<[PaymentMethod, number, readonly PaymentMethod[]]>([
  ['bri_va', 26_000, ['bri_va']],
  ['gopay', 26_000, ['other_qris', 'gopay']],
  ['shopeepay', 26_000, ['other_qris', 'shopeepay']],
  ['gopay', 10_000_001, ['gopay']],
  ['other_qris', 26_000, ['other_qris']],
])('%s, chosen for %i, is offered alone, and a wallet together with QRIS', (chosen, totalIdr, methods) => {
  expect(offered(paymentMethodNames, totalIdr, chosen)).toEqual(methods)
})

test('a wallet is offered alone where QRIS is off', () => {
  expect(offered(['gopay', 'bca_va'], 26_000, 'gopay')).toEqual(['gopay'])
})

test.each<[PaymentMethod, number]>([
  ['bca_va', 26_000],
  ['alfamart', 5_000_001],
])('%s, chosen for %i, is refused if it is off or does not take the amount', (chosen, totalIdr) => {
  expect(() => offered(['gopay', 'bni_va', 'alfamart'], totalIdr, chosen)).toThrow(
    expect.objectContaining({ code: 'NO_PAYMENT_METHOD' }),
  )
})
