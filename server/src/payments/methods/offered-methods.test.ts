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

test('a chosen method is offered alone, so that the payment page does not ask again', () => {
  for (const method of paymentMethodNames) expect(offered(paymentMethodNames, 26_000, method)).toEqual([method])
})

test.each<[PaymentMethod, number]>([
  ['bca_va', 26_000],
  ['alfamart', 5_000_001],
])('%s, chosen for %i, is refused if it is off or does not take the amount', (chosen, totalIdr) => {
  expect(() => offered(['gopay', 'bni_va', 'alfamart'], totalIdr, chosen)).toThrow(
    expect.objectContaining({ code: 'NO_PAYMENT_METHOD' }),
  )
})
