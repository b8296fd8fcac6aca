import { type PaymentMethod, paymentMethodNames, paymentMethods, takesAmount } from '@camilan/contract/payment-methods'
import type { Sandbox } from '../sandbox.ts'
import type { PaymentRequest } from './payment.ts'

/** The names of `enabled_payments` that stand for several methods. */
const aliases: Record<string, (method: PaymentMethod) => boolean> = {
  bank_transfer: (method) => paymentMethods[method].paidWith === 'number',
  cstore: (method) => paymentMethods[method].group === 'store',
}

/** The methods that the page lists: enabled by the request, activated for the merchant, within the method's limits. */
export function offeredMethods(
  sandbox: Sandbox,
  { enabledPayments, grossAmount }: Pick<PaymentRequest, 'enabledPayments' | 'grossAmount'>,
): PaymentMethod[] {
  const isEnabled = (method: PaymentMethod) =>
    enabledPayments === null || enabledPayments.some((name) => name === method || aliases[name]?.(method))
  return paymentMethodNames.filter(
    (method) => isEnabled(method) && isActive(sandbox, method) && takesAmount(method, grossAmount),
  )
}

export function isActive({ switches }: Sandbox, method: PaymentMethod): boolean {
  return switches.inactiveMethod !== 'all' && switches.inactiveMethod !== method
}
