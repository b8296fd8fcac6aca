import { type PaymentMethod, takesAmount } from '@camilan/contract/payment-methods'
import { NoPaymentMethod } from '../errors.ts'

/**
 * The methods that the gateway is asked to offer for one payment.
 * @param on  the methods that the shop has on, in the order of the table
 * @param choice.chosen  the method that the buyer wants; null: the buyer chooses at the gateway
 * @throws {NoPaymentMethod} the chosen method is off, or does not take this amount; or no method takes it
 */
export function offeredMethods(
  on: readonly PaymentMethod[],
  { chosen, totalIdr }: { chosen: PaymentMethod | null; totalIdr: number },
): readonly PaymentMethod[] {
  const fitting = on.filter((method) => takesAmount(method, totalIdr))
  if (chosen === null && fitting.length > 0) return fitting
  if (chosen === null || !fitting.includes(chosen)) throw new NoPaymentMethod(chosen)
  return [chosen]
}
