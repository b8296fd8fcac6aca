import { type OrderStatus, undoShipmentMs } from '@camilan/contract/orders'
import { minutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'

/** The transition does not exist, or this actor may not make it. */
export class InvalidTransition extends ShopError<'INVALID_TRANSITION'> {
  constructor(from: OrderStatus, to: OrderStatus) {
    super('INVALID_TRANSITION', { sentence: `Pesanan berstatus ${from} tidak bisa diubah menjadi ${to}.` })
  }
}

/** The gateway took the order's money back, and no administrator has released the order. */
export class PaymentWithdrawn extends ShopError<'PAYMENT_WITHDRAWN'> {
  constructor() {
    super('PAYMENT_WITHDRAWN')
  }
}

/** The shipment can no longer be undone: more than `undoShipmentMs` have passed. */
export class ShippedTooLongAgo extends ShopError<'INVALID_TRANSITION'> {
  constructor() {
    super('INVALID_TRANSITION', {
      sentence: `Pengiriman hanya bisa dibatalkan dalam ${undoShipmentMs / minutes(1)} menit.`,
    })
  }
}

/** An order in this status keeps its contents and its delivery. */
export class NotChangeable extends ShopError<'INVALID_TRANSITION'> {
  constructor(status: OrderStatus) {
    super('INVALID_TRANSITION', { sentence: `Pesanan berstatus ${status} tidak bisa diubah lagi.` })
  }
}

/** The batch is closed to orders and keeps its day: it may be in the making. */
export class TooLateToCancel extends ShopError<'INVALID_TRANSITION'> {
  constructor() {
    super('INVALID_TRANSITION', {
      sentence:
        'Batas pesan PO ini sudah lewat, jadi pesanan tidak bisa dibatalkan sendiri. Hubungi kami kalau ada halangan.',
    })
  }
}

interface Texts<Name extends string> {
  present: Readonly<Record<Name, string | null>>
  /** What the form showed. */
  expected: Readonly<Record<Name, string | null>>
  wanted: Readonly<Record<Name, string | null>>
}

/**
 * Another device has changed what the form shows. The error has the present values, and a sentence at each field that was
 * changed by both.
 */
export class OrderChanged<Name extends string> extends ShopError<'ORDER_CHANGED'> {
  constructor({ present, expected, wanted }: Texts<Name>) {
    const names = Object.keys(present) as Name[]
    const conflicts = names.filter(
      (name) => wanted[name] !== expected[name] && ![expected[name], wanted[name]].includes(present[name]),
    )
    const sentence = (value: string | null) =>
      `Sekarang ${value === null ? 'kosong' : `“${value}”`}. Simpan lagi untuk memakai isian Anda.`
    super('ORDER_CHANGED', {
      fields: Object.fromEntries(conflicts.map((name) => [name, sentence(present[name])])),
      data: present,
    })
  }
}

/** What was taken out of an order does not come back into it. */
export class TakenOutBefore extends ShopError<'INVALID_TRANSITION'> {
  constructor(name: string, left: number) {
    super('INVALID_TRANSITION', { sentence: `${name} di pesanan ini tinggal ${left}, dan tidak bisa ditambah lagi.` })
  }
}

/** Only an order that is DIKIRIM has a shipment to correct. */
export class NotShipped extends ShopError<'INVALID_TRANSITION'> {
  constructor() {
    super('INVALID_TRANSITION', { sentence: 'Kurir dan nomor resi hanya bisa diubah selama pesanan dikirim.' })
  }
}

/** Only an order that is DIBAYAR is packed. */
export class NotPackable extends ShopError<'INVALID_TRANSITION'> {
  constructor() {
    super('INVALID_TRANSITION', {
      sentence: 'Hanya pesanan yang dibayar dan belum dikirim yang bisa ditandai dikemas.',
    })
  }
}
