import { formatDay } from '@camilan/contract/arrival'
import { errorSentences } from '@camilan/contract/errors'
import { formatJakartaTime, formatRupiah } from '@camilan/contract/formats'
import { jakartaMidnight } from '@camilan/contract/jakarta'
import { formatOpeningTime } from '@camilan/contract/opening'
import type { Opening } from '@camilan/contract/opening-answer'
import { feesOf, type NewCharge, totalOf, totalOfKind } from '../orders/charges.ts'
import { ShopError, secondsUntil } from '../platform/errors.ts'
import type { DailyCap } from './opening/daily-cap.ts'
import { sentenceOf } from './opening/present.ts'

/** The cart has no product that is still sold. A second click on the order button also gets this refusal. */
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

/** Too many orders of this buyer ended without payment within a day. */
export class TooManyUnpaidEnded extends ShopError<'RATE_LIMITED'> {
  constructor({ ended, until, now }: { ended: number; until: Date; now: Date }) {
    super('RATE_LIMITED', {
      sentence: `${ended} pesanan Anda dalam 24 jam terakhir berakhir tanpa dibayar. Anda bisa memesan lagi setelah ${formatJakartaTime(until)}.`,
      retryAfterSeconds: secondsUntil(until, now),
    })
  }
}

/** The shop takes no orders now. `data.opens_at` says when it opens, null if that is unknown. */
export class NotOpen extends ShopError<'SHOP_CLOSED' | 'CAP_REACHED'> {
  constructor(opening: Opening) {
    const { code, opens_at } = opening
    super(code ?? 'SHOP_CLOSED', { sentence: sentenceOf(opening), data: { opens_at } })
  }
}

/** The shop still takes orders today, but no cart as large as this one. */
export class CartOverCap extends ShopError<'CAP_REACHED'> {
  constructor({ left, opensAt, wantedOn }: { left: number; opensAt: Date | null; wantedOn: string | null }) {
    const later = opensAt ? `, atau pesan lagi ${formatOpeningTime(opensAt)}` : ''
    const [day, otherwise] = wantedOn
      ? [`Untuk hari ${formatDay(wantedOn, jakartaMidnight(wantedOn))}`, ', atau pilih hari lain']
      : ['Hari ini', later]
    super('CAP_REACHED', {
      sentence: `${day} toko hanya bisa menerima ${left} barang lagi. Kurangi isi keranjang Anda${otherwise}.`,
      data: { opens_at: opensAt?.toISOString() ?? null, pieces_left: left },
    })
  }
}

/** The buyer's page showed other fees than the present ones, or that the order can be fetched, which is not offered now. */
export class CostMismatch extends ShopError<'COST_MISMATCH'> {
  constructor(charges: readonly NewCharge[], { isOffered }: { isOffered: boolean }) {
    const [shipping_cost, service_fee] = [totalOfKind(charges, 'delivery'), totalOfKind(charges, 'service')]
    const sentence = isOffered ? {} : { sentence: 'Ambil sendiri sedang tidak dilayani. Muat ulang halaman ini.' }
    super('COST_MISMATCH', { ...sentence, data: { other_costs: feesOf(charges), shipping_cost, service_fee } })
  }
}

/** The shop does not deliver to this city now. */
export class CityUnavailable extends ShopError<'CITY_UNAVAILABLE'> {
  /** @param city  one of the five, or the name of a place */
  constructor(city: string) {
    const sentence = `Kami sedang tidak mengirim ke ${city}. Pilih kota lain.`
    super('CITY_UNAVAILABLE', { sentence, fields: { city: sentence }, data: { city } })
  }
}

/** The shop delivers to the place, but not by this service now. */
export class ServiceUnavailable extends ShopError<'CITY_UNAVAILABLE'> {
  constructor(service: string) {
    const sentence = `Layanan ${service} sedang tidak mengirim ke sana. Pilih layanan lain.`
    super('CITY_UNAVAILABLE', { sentence, fields: { delivery_service: sentence }, data: { delivery_service: service } })
  }
}

/** The code is none, has no use left, or is worth nothing here: the answer does not say which. */
export class VoucherUnavailable extends ShopError<'VOUCHER_UNAVAILABLE'> {
  constructor(charges: readonly NewCharge[]) {
    const total_price = totalOf(charges)
    super('VOUCHER_UNAVAILABLE', {
      sentence: `${errorSentences.VOUCHER_UNAVAILABLE} Tanpa voucher totalnya ${formatRupiah(total_price)}.`,
      data: { items_total: totalOfKind(charges, 'goods'), other_costs: feesOf(charges), total_price },
    })
  }
}

/** The buyer wants the order on a day that the seller can't keep, or no longer. */
export class DayUnavailable extends ShopError<'DAY_UNAVAILABLE'> {
  constructor(day: string) {
    const sentence = `Hari ${formatDay(day, jakartaMidnight(day))} tidak bisa lagi. Pilih hari lain.`
    super('DAY_UNAVAILABLE', { sentence, fields: { wanted_on: sentence }, data: { wanted_on: day } })
  }
}

/** The page showed another total; `data` has the new amounts. */
export class PriceChanged extends ShopError<'PRICE_CHANGED'> {
  constructor(charges: readonly NewCharge[]) {
    const [items_total, total_price] = [totalOfKind(charges, 'goods'), totalOf(charges)]
    super('PRICE_CHANGED', {
      sentence: `Harga sudah berubah. Total pesanan sekarang ${formatRupiah(total_price)}.`,
      data: { items_total, other_costs: feesOf(charges), total_price },
    })
  }
}

/** The shop takes no order below this total. An administrator can't set it below the gateway's own minimum. */
export class BelowMinimum extends ShopError<'BELOW_MINIMUM'> {
  constructor(minimumIdr: number) {
    super('BELOW_MINIMUM', { sentence: `Total pesanan minimal ${formatRupiah(minimumIdr)}.` })
  }
}

/** The order was placed, but has no token. `code` says why, `data.order_id` is the order. */
export class PlacedWithoutToken extends ShopError {
  constructor(orderId: string, reason: ShopError) {
    super(reason.code, { data: { order_id: orderId }, cause: reason })
  }
}

/** The day's cap is reached. The seller is asked, and may enter the order all the same. */
export class DayIsFull extends ShopError<'CAP_REACHED'> {
  constructor({ orders, pieces }: DailyCap) {
    super('CAP_REACHED', {
      sentence: 'Pesanan ini melebihi batas pesanan hari ini.',
      data: { orders_left: orders, pieces_left: pieces },
    })
  }
}

/** A member of staff enters orders, but without a discount. */
export class DiscountByAdmin extends ShopError<'FORBIDDEN'> {
  constructor() {
    super('FORBIDDEN', { sentence: 'Hanya administrator yang boleh memberi diskon.' })
  }
}

/** The order was entered. Only an administrator makes another link for its buyer. */
export class LinkShownOnce extends ShopError<'FORBIDDEN'> {
  constructor() {
    super('FORBIDDEN', {
      sentence:
        'Pesanan ini sudah tersimpan, dan tautannya hanya ditampilkan sekali. Mintalah tautan baru kepada administrator.',
    })
  }
}
