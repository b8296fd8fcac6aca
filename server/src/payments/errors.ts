import { type PaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import { ShopError, secondsUntil } from '../platform/errors.ts'

/** The order does not wait for payment (any more), or its time is over. */
export class NotPayable extends ShopError<'NOT_PAYABLE'> {
  constructor(sentence?: string) {
    super('NOT_PAYABLE', sentence === undefined ? {} : { sentence })
  }
}

/** No method that the shop has on takes the amount, or the chosen one is off or does not take it. */
export class NoPaymentMethod extends ShopError<'NO_PAYMENT_METHOD'> {
  constructor(chosen: PaymentMethod | null) {
    const sentence =
      chosen && `${paymentMethods[chosen].label} tidak bisa dipakai untuk pesanan ini. Pilih cara bayar lain.`
    super('NO_PAYMENT_METHOD', sentence === null ? {} : { sentence, fields: { payment_method: sentence } })
  }
}

/** The gateway did not answer in time, or its answer can't be read. Its action is unknown. */
export class GatewayUnavailable extends ShopError<'PAYMENT_UNAVAILABLE'> {
  constructor(what: string, cause?: unknown) {
    super('PAYMENT_UNAVAILABLE', { cause: new Error(what, { cause }) })
  }
}

/** The gateway refuses the server key, for example after a new one was made in its dashboard. */
export class KeyRefused extends GatewayUnavailable {}

/** The gateway refuses this order's request, for a reason in `words`: one line, cleaned; null if it gave none. */
export class OrderRefused extends GatewayUnavailable {
  readonly words: string | null

  constructor(problems: string) {
    super(`create transaction: 400 ${problems}`)
    this.words =
      problems
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, longestWords) || null
  }
}
const longestWords = 150

/** The shop offers a method that is not activated at the gateway. */
export class MethodInactive extends GatewayUnavailable {}

/**
 * The keys of a payment are not known here, as after a restore. Nobody can find out whether it was paid, so it stays as
 * it is. The gateway works for other payments, so the reconciliation does not treat it as unavailable.
 */
export class PaymentKeysUnknown extends ShopError<'PAYMENT_UNAVAILABLE'> {
  constructor() {
    super('PAYMENT_UNAVAILABLE', { cause: new Error('the keys of this payment are not known') })
  }
}

/**
 * The gateway's answers leave it unclear whether this payment can still be paid. Its answers about other payments may
 * be clear, so the reconciliation does not treat it as unavailable.
 */
export class PaymentUndecided extends ShopError<'PAYMENT_UNAVAILABLE'> {
  constructor(what: string) {
    super('PAYMENT_UNAVAILABLE', { cause: new Error(what) })
  }
}

/** The payment of an order has been changed too often within a minute. Each change asks the gateway several times. */
export class TooManyPaymentChanges extends ShopError<'RATE_LIMITED'> {
  constructor(until: Date, now: Date) {
    super('RATE_LIMITED', {
      sentence: 'Cara bayar baru saja diganti beberapa kali. Tunggu satu menit, lalu coba lagi.',
      retryAfterSeconds: secondsUntil(until, now),
    })
  }
}

/** An administrator wants to end an order, but the gateway does not answer, or not clearly. */
export class PaymentNotClosed extends ShopError<'PAYMENT_UNAVAILABLE'> {
  constructor(cause: unknown) {
    super('PAYMENT_UNAVAILABLE', {
      sentence:
        cause instanceof PaymentKeysUnknown
          ? 'Kunci Midtrans untuk pembayaran ini tidak diketahui, jadi pesanan ini belum diakhiri. Isi kuncinya lagi di Pengaturan.'
          : 'Layanan pembayaran sedang tidak bisa dihubungi, jadi pesanan ini belum diakhiri. Coba lagi nanti.',
      cause,
    })
  }
}

/** What somebody wants to do with the money of an order does not fit its state. The sentence says why. */
export class NotPossible extends ShopError<'INVALID_TRANSITION'> {
  constructor(sentence: string) {
    super('INVALID_TRANSITION', { sentence })
  }
}

/** Nothing of the refund is due now, as while the gateway has taken its money back. */
export class RefundNotDue extends NotPossible {
  constructor() {
    super('Tidak ada dana dari pengembalian ini yang perlu dikembalikan sekarang.')
  }
}

/** A refund can't be recorded as made by hand while the gateway may be paying it. */
export class RefundAsked extends NotPossible {
  constructor() {
    super('Midtrans sedang mengembalikan dana ini. Tunggu jawabannya dulu supaya dana tidak kembali dua kali.')
  }
}

/** A buyer has changed the bank account of a refund too often within a day. Each change is notified. */
export class TooManyAccountChanges extends ShopError<'RATE_LIMITED'> {
  constructor(until: Date, now: Date) {
    super('RATE_LIMITED', {
      sentence: 'Rekening sudah terlalu sering diganti hari ini. Silakan coba lagi besok, atau hubungi penjual.',
      retryAfterSeconds: secondsUntil(until, now),
    })
  }
}

/** Another request asked the gateway for this order's token at the same time, and did not get one. */
export class TokenUnavailable extends ShopError<'PAYMENT_UNAVAILABLE'> {
  constructor(orderId: string) {
    super('PAYMENT_UNAVAILABLE', { data: { order_id: orderId } })
  }
}

/** The notification is not signed with the shop's server key. */
export class ForgedNotification extends ShopError<'FORBIDDEN'> {
  constructor() {
    super('FORBIDDEN', { sentence: 'Tanda tangan tidak sah.' })
  }
}

/** The notification can't be handled now. The gateway repeats it four times after 503, but only once after 500. */
export class NotificationNotHandled extends ShopError<'UNAVAILABLE'> {
  constructor(cause?: unknown) {
    super('UNAVAILABLE', { cause })
  }
}

/** The gateway already has a payment with this id. Never reaches a client, because the next attempt gets another id. */
export class OrderIdUsed extends Error {}
