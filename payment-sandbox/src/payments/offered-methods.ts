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
  return enabledMethods(enabledPayments).filter(
    (method) => isActive(sandbox, method) && takesAmount(method, grossAmount),
  )
}

/** Whether the request enables methods, and none of them is played. */
export const isUnplayed = ({ enabledPayments }: Pick<PaymentRequest, 'enabledPayments'>): boolean =>
  enabledPayments !== null && enabledPayments.length > 0 && enabledMethods(enabledPayments).length === 0

/** Whether one of the methods that the request enables is activated. */
export function hasActiveMethod(
  sandbox: Sandbox,
  { enabledPayments }: Pick<PaymentRequest, 'enabledPayments'>,
): boolean {
  const enabled = enabledMethods(enabledPayments)
  return enabled.some((method) => isActive(sandbox, method))
}

function enabledMethods(names: string[] | null): PaymentMethod[] {
  if (names === null) return paymentMethodNames
  return paymentMethodNames.filter((method) => names.some((name) => name === method || aliases[name]?.(method)))
}

export function isActive({ switches }: Sandbox, method: PaymentMethod): boolean {
  return switches.inactiveMethod !== 'all' && switches.inactiveMethod !== method
}
