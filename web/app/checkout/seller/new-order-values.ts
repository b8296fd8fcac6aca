import type { Order } from '@camilan/contract/orders'
import type { ShopInfo } from '@camilan/contract/shop'
import { hasWords } from '@camilan/contract/texts'
import { readNumber } from '~/platform/forms/typed-number'
import type { Quantities } from './order-products'

/** The choice of a city that is not in the settings: its name and the cost are typed. */
export const otherCity = 'Kota lain'

/** The choice of a service: the seller says the fee. */
export const ownFee = 'Ongkos lain'

/** `stall`: bought and taken at the stall, by somebody who need not be known. */
export const ways = ['delivery', 'pickup', 'stall'] as const
export type Way = (typeof ways)[number]

export const emptyOrder = {
  phone: '',
  name: '',
  address: '',
  city: '',
  other_city: '',
  /** The code of the other city, if it was chosen from the list. */
  place: '',
  /** Of its zone, or `ownFee`. */
  delivery_service: '',
  delivery_cost: '',
  notes: '',
  discount: '',
  discount_reason: '',
  pay_within_days: '1',
}
export type TypedOrder = typeof emptyOrder

/** A sentence by field. */
export type Errors = Readonly<Record<string, string>>

interface Chosen {
  way: Way
  hasCity: boolean
  isEmpty: boolean
  /** The fee is to be typed. */
  asksFee: boolean
}

export function whatIsMissing(typed: TypedOrder, { way, hasCity, isEmpty, asksFee }: Chosen): Errors {
  const { phone, name, address, discount } = typed
  const [isKnown, isSent] = [way !== 'stall', way === 'delivery']
  const isElsewhere = isSent && typed.city === otherCity
  return {
    ...(isKnown && !hasWords(phone) && { phone: 'Nomor telepon wajib diisi.' }),
    ...(isKnown && !hasWords(name) && { name: 'Nama wajib diisi.' }),
    ...(isSent && !hasWords(address) && { address: 'Isi alamatnya, atau pilih Ambil sendiri.' }),
    ...(isSent && !hasCity && { city: `Pilih kotanya, atau ${otherCity}.` }),
    ...(isElsewhere && !hasWords(typed.other_city) && { other_city: 'Tulis nama kotanya.' }),
    ...(isElsewhere &&
      asksFee &&
      amountOf(typed.delivery_cost) === null && { delivery_cost: 'Tulis ongkos kirimnya, 0 kalau gratis.' }),
    ...(discount !== '' &&
      amountOf(discount) === null && { discount: 'Tulis diskon dalam rupiah, tanpa tanda kurang.' }),
    ...(isEmpty && { items: 'Pilih produk yang dipesan.' }),
  }
}

export interface Ordered {
  way: Way
  quantities: Quantities
}

export interface SentOrder extends Ordered {
  /** Of the zone of its place; undefined: the seller says the fee. */
  service: string | undefined
}

export function bodyOf(typed: TypedOrder, { way, quantities, service }: SentOrder): object {
  const { phone, name, address, notes, discount_reason, pay_within_days } = typed
  const discount = amountOf(typed.discount) ?? 0
  const place = typed.place === '' ? { city: typed.other_city } : { place: typed.place }
  const fee = service === undefined ? { delivery_cost: amountOf(typed.delivery_cost) } : { delivery_service: service }
  const city = typed.city === otherCity ? { ...place, ...fee } : { city: typed.city || null }
  return {
    phone,
    name,
    notes,
    pay_within_days: Number(pay_within_days),
    ...(way === 'stall' && { at_stall: true }),
    ...(way === 'delivery' && { address, ...city }),
    ...(discount > 0 && { discount, discount_reason }),
    items: [...quantities].map(([product_id, quantity]) => ({ product_id, quantity })),
  }
}

/** Null for a text that is no amount. */
export function amountOf(text: string): number | null {
  const read = readNumber(text)
  return read.kind === 'number' && read.value >= 0 ? read.value : null
}

/** Where an earlier order went, as it is typed. */
export function destinationOf({ delivery_way, address, city, delivery, source }: Order, cities: ShopInfo['cities']) {
  if (delivery_way === 'pickup') return { address: '' }
  if (cities.some(({ name }) => name === city)) return { address, city: city ?? '' }
  // Without a place, the seller herself had typed another city than those of the settings.
  if (source !== 'penjual' && !delivery) return { address }
  return { address, city: otherCity, other_city: city ?? '', place: delivery?.place ?? '' }
}
