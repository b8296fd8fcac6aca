import { formatRupiah } from '@camilan/contract/formats'
import { minimumTotal } from '@camilan/contract/orders'
import { ShopError } from '../platform/errors.ts'

/** The cart holds nothing that is still sold. A second press of the order button gets this too. */
export class CartEmpty extends ShopError<'EMPTY_CART'> {
  constructor() {
    super('EMPTY_CART')
  }
}

export class TooManyUnpaid extends ShopError<'TOO_MANY_UNPAID'> {
  constructor(unpaid: number) {
    super('TOO_MANY_UNPAID', {
      sentence: `Anda masih punya ${unpaid} pesanan yang belum dibayar. Bayar atau batalkan dulu sebelum memesan lagi.`,
    })
  }
}

/** The buyer's page shows other fees than the shop charges now. */
export class CostMismatch extends ShopError<'COST_MISMATCH'> {
  constructor(other_costs: number) {
    super('COST_MISMATCH', { data: { other_costs } })
  }
}

export interface Figures {
  items_total: number
  other_costs: number
  total_price: number
}

/** The buyer's page shows another total; the answer carries the new figures. */
export class PriceChanged extends ShopError<'PRICE_CHANGED'> {
  constructor(figures: Figures) {
    super('PRICE_CHANGED', {
      sentence: `Harga sudah berubah. Total pesanan sekarang ${formatRupiah(figures.total_price)}.`,
      data: figures,
    })
  }
}

/** The gateway accepts no payment below this. */
export class BelowMinimum extends ShopError<'BELOW_MINIMUM'> {
  constructor() {
    super('BELOW_MINIMUM', { sentence: `Total pesanan minimal ${formatRupiah(minimumTotal)}.` })
  }
}

/** The order is placed, but no token could be had for it: the code says why, `data.order_id` which order it is. */
export class PlacedWithoutToken extends ShopError {
  constructor(orderId: string, reason: ShopError) {
    super(reason.code, { data: { order_id: orderId }, cause: reason })
  }
}
