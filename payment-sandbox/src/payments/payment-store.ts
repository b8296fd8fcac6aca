import { type Charge, type ChargedPayment, chargesOf, isCharged, type Payment } from './payment.ts'

/** All payments in memory, found by order_id, token, transaction_id or VA number. Change them with `savePayment`. */
export class PaymentStore {
  readonly #byOrderId: Map<string, Payment>
  readonly #orderIdOf = new Map<string, string>()
  readonly #waiting = new Set<string>()

  constructor(payments: Map<string, Payment>) {
    this.#byOrderId = payments
    for (const payment of payments.values()) this.#index(payment)
  }

  byOrderId(orderId: string): Payment | undefined {
    return this.#byOrderId.get(orderId)
  }

  byToken(token: string): Payment | undefined {
    const payment = this.#byKey(token)
    return payment?.token === token ? payment : undefined
  }

  /** By order_id or transaction_id, as in the Core API. By an order_id its latest transaction is found. */
  byCoreId(id: string): ChargedPayment | undefined {
    const payment = this.#byOrderId.get(id)
    if (payment) return isCharged(payment) ? payment : undefined
    return this.#charged(id, ({ transactionId }) => transactionId === id)
  }

  /** By what it is paid with: the number of a virtual account, the bill key, or the code for the cashier. */
  byNumber(number: string): ChargedPayment | undefined {
    return this.#charged(number, (charge) => numberOf(charge) === number)
  }

  /** Payments that change with time alone: pending ones, and those about which the bank reports something later. */
  *waiting(): Iterable<ChargedPayment> {
    for (const orderId of this.#waiting) {
      const payment = this.#byOrderId.get(orderId)
      if (payment) yield* chargesOf(payment).filter(({ charge }) => dueAt(charge) < Number.POSITIVE_INFINITY)
    }
  }

  newestFirst(): Payment[] {
    return [...this.#byOrderId.values()].sort((one, other) => other.createdAt - one.createdAt)
  }

  /** The stored payment with a changed charge, which may be an earlier one. */
  withCharge(payment: Payment): Payment {
    const stored = this.#byOrderId.get(payment.orderId)
    const { charge } = payment
    if (!charge || stored?.token !== payment.token) return payment
    const isSame = ({ transactionId }: Charge) => transactionId === charge.transactionId
    if (!chargesOf(stored).some((each) => isSame(each.charge))) return payment
    const current = (each: Charge) => (isSame(each) ? charge : each)
    const earlierCharges = stored.earlierCharges.map(current)
    return { ...payment, charge: stored.charge && current(stored.charge), earlierCharges }
  }

  put(payment: Payment): void {
    const earlier = this.#byOrderId.get(payment.orderId)
    if (earlier) for (const key of keysOf(earlier)) this.#orderIdOf.delete(key)
    this.#byOrderId.set(payment.orderId, payment)
    this.#index(payment)
  }

  #byKey(key: string): Payment | undefined {
    const orderId = this.#orderIdOf.get(key)
    return orderId === undefined ? undefined : this.#byOrderId.get(orderId)
  }

  #charged(key: string, isIt: (charge: Charge) => boolean): ChargedPayment | undefined {
    const payment = this.#byKey(key)
    return payment && chargesOf(payment).find(({ charge }) => isIt(charge))
  }

  #index(payment: Payment): void {
    for (const key of keysOf(payment)) this.#orderIdOf.set(key, payment.orderId)
    const isWaiting = chargesOf(payment).some(({ charge }) => dueAt(charge) < Number.POSITIVE_INFINITY)
    if (isWaiting) this.#waiting.add(payment.orderId)
    else this.#waiting.delete(payment.orderId)
  }
}

/** The time at which this charge changes without a call (epoch ms), Infinity for never. */
export function dueAt({ status, expiresAt, turns, refunds }: Charge): number {
  if (status === 'pending') return expiresAt
  if (turns) return turns.at
  return Math.min(...refunds.filter(({ confirmedAt }) => confirmedAt === null).map(({ confirmsAt }) => confirmsAt))
}

const numberOf = ({ vaNumber, billKey, paymentCode }: Charge) => vaNumber ?? billKey ?? paymentCode

function keysOf(payment: Payment): string[] {
  const keys = chargesOf(payment).flatMap(({ charge }) => [charge.transactionId, numberOf(charge) ?? []].flat())
  return [payment.token, ...keys]
}
