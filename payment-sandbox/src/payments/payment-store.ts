import { type ChargedPayment, isCharged, type Payment } from './payment.ts'

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

  /** By order_id or transaction_id, as in the Core API. */
  byCoreId(id: string): ChargedPayment | undefined {
    const payment = this.#byOrderId.get(id) ?? this.#byKey(id)
    if (!payment || !isCharged(payment)) return undefined
    return payment.orderId === id || payment.charge.transactionId === id ? payment : undefined
  }

  byVaNumber(vaNumber: string): ChargedPayment | undefined {
    const payment = this.#byKey(vaNumber)
    return payment && isCharged(payment) && payment.charge.vaNumber === vaNumber ? payment : undefined
  }

  /** Payments that change with time alone: pending ones, and cancelled ones whose money arrives late. */
  *waiting(): Iterable<ChargedPayment> {
    for (const orderId of this.#waiting) {
      const payment = this.#byOrderId.get(orderId)
      if (payment && isCharged(payment)) yield payment
    }
  }

  newestFirst(): Payment[] {
    return [...this.#byOrderId.values()].sort((one, other) => other.createdAt - one.createdAt)
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

  #index(payment: Payment): void {
    for (const key of keysOf(payment)) this.#orderIdOf.set(key, payment.orderId)
    if (isCharged(payment) && dueAt(payment) < Number.POSITIVE_INFINITY) this.#waiting.add(payment.orderId)
    else this.#waiting.delete(payment.orderId)
  }
}

/** The time at which this payment changes without a call (epoch ms), Infinity for never. */
export function dueAt({ charge }: ChargedPayment): number {
  if (charge.status === 'pending') return charge.expiresAt
  return charge.settlesLateAt ?? Number.POSITIVE_INFINITY
}

function keysOf({ token, charge }: Payment): string[] {
  return charge ? [token, charge.transactionId, charge.vaNumber] : [token]
}
