/**
 * - `no-answer`: Midtrans did not answer in time, or its answer can't be read; whether it acted is unknown
 * - `key-refused`: it refuses the server key, for example after a new one was made in its dashboard
 * - `method-inactive`: a method is not activated
 * - `request-refused`: it refuses this payment's request; the message has its words
 * - `id-used`: it has a payment with this id already
 * - `undecided`: its answer leaves it unclear whether the payment can still be paid
 */
export type FailureKind = 'no-answer' | 'key-refused' | 'method-inactive' | 'request-refused' | 'id-used' | 'undecided'

/** A call without success. */
export class Failure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
