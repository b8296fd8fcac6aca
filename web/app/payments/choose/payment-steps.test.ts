import { type PaymentMethod, paymentMethodNames } from '@camilan/contract/payment-methods'
import { expect, test } from 'vitest'
import { stepsOf } from './payment-steps'

test.each(paymentMethodNames)('%s has at least three steps, each a sentence', (method: PaymentMethod) => {
  const steps = stepsOf(method, 50_000, true)
  expect(steps.length).toBeGreaterThanOrEqual(3)
  for (const step of steps) expect(step).toMatch(/^\p{Lu}[^[\]]+\.$/u)
})

test.each(paymentMethodNames)('%s without a number or code first says how to get it', (method) => {
  expect(stepsOf(method, 50_000, false)[0]).toMatch(/^Tekan Bayar Sekarang/)
})

test('only an order above its limit is told how much Alfamart takes in cash', () => {
  const said = 'Tunai di Alfamart paling banyak Rp\u00a02.500.000.'
  expect(stepsOf('alfamart', 2_500_001, true)).toContain(said)
  expect(stepsOf('alfamart', 2_500_000, true)).not.toContain(said)
  expect(stepsOf('indomaret', 2_500_001, true)).not.toContain(said)
})
