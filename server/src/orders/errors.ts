import { formatRupiah } from '@camilan/contract/formats'
import { minimumTotal, type OrderStatus } from '@camilan/contract/orders'
import { ShopError } from '../platform/errors.ts'

/** Nothing left to buy, which is also what a second press of the order button meets. */
export class CartEmpty extends ShopError<'EMPTY_CART'> {
  constructor() {
    super('EMPTY_CART')
  }
}

export class TooManyUnpaid extends ShopError<'TOO_MANY_UNPAID'> {
  constructor(open: number) {
    super('TOO_MANY_UNPAID', {
      sentence: `Anda masih punya ${open} pesanan yang belum dibayar. Bayar atau batalkan dulu sebelum memesan lagi.`,
    })
  }
}

export interface Figures {
  items_total: number
  other_costs: number
  total_price: number
}

/** The buyer's page shows other fees than the shop now takes. */
export class CostMismatch extends ShopError<'COST_MISMATCH'> {
  constructor(other_costs: number) {
    super('COST_MISMATCH', { data: { other_costs } })
  }
}

/** Nobody pays a price they did not see: the answer carries the new figures. */
export class PriceChanged extends ShopError<'PRICE_CHANGED'> {
  constructor(figures: Figures) {
    super('PRICE_CHANGED', {
      sentence: `Harga sudah berubah. Total pesanan sekarang ${formatRupiah(figures.total_price)}.`,
      data: figures,
    })
  }
}

export class BelowMinimum extends ShopError<'BELOW_MINIMUM'> {
  constructor() {
    super('BELOW_MINIMUM', { sentence: `Total pesanan minimal ${formatRupiah(minimumTotal)}.` })
  }
}

/** The buyer counts on it by now. */
export class ShippedTooLongAgo extends ShopError<'INVALID_TRANSITION'> {
  constructor() {
    super('INVALID_TRANSITION', { sentence: 'Pengiriman hanya dapat dibatalkan dalam 5 menit.' })
  }
}

export class NotOnItsWay extends ShopError<'INVALID_TRANSITION'> {
  constructor() {
    super('INVALID_TRANSITION', { sentence: 'Kurir dan nomor resi hanya dapat diubah selama pesanan dikirim.' })
  }
}

export class InvalidTransition extends ShopError<'INVALID_TRANSITION'> {
  constructor(from: OrderStatus, to: OrderStatus) {
    super('INVALID_TRANSITION', { sentence: `Pesanan berstatus ${from} tidak dapat diubah menjadi ${to}.` })
  }
}
