/** Values of orders without their schemas, so that the pages of a buyer don't load zod. */

export const orderStatuses = ['DIPROSES', 'DIBAYAR', 'DIKIRIM', 'SELESAI', 'DIBATALKAN'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Where an order came from: its buyer placed it in the shop, or the seller entered it. */
export const orderSources = ['toko', 'penjual'] as const
export type OrderSource = (typeof orderSources)[number]

/** What the cost of an order consists of. A charge with a label has it instead of its name. */
export const chargeNames = {
  goods: 'Subtotal Produk',
  delivery: 'Ongkos Kirim',
  service: 'Biaya Pelayanan',
  discount: 'Diskon',
} as const
/** The name of a charge to its buyer. */
export const chargeName = ({ kind, label }: { kind: keyof typeof chargeNames; label: string | null }): string =>
  kind === 'discount' ? `${chargeNames.discount}: ${label}` : (label ?? chargeNames[kind])
export const chargeKinds = Object.keys(chargeNames) as (keyof typeof chargeNames)[]

/** What becomes due to the buyer when pieces that had cost this are taken out. All amounts are whole rupiah. */
export const dueByLowering = ({ kept, due }: { kept: number; due: number }, price: number): number =>
  Math.max(0, due + Math.min(price, kept)) - Math.max(0, due)

interface TakenLine {
  quantity: number
  taken_quantity: number
  /** Its share of the order's discounts. */
  discount: number
  product: { price: number }
}

/** What the pieces that are not sent had cost the buyer, as `taken_price` of the database: the fraction of a rupiah is the buyer's. */
export function takenPrice(lines: readonly TakenLine[]): number {
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
  const price = sumOf(lines.map(({ taken_quantity: taken, product }) => taken * product.price))
  const share = sumOf(lines.map(({ taken_quantity: taken, discount, quantity }) => (taken * discount) / quantity))
  return price - Math.floor(share + 1e-6) // a number that was computed to be whole may be a little below
}

export const deliveryWays = ['delivery', 'pickup'] as const
export type DeliveryWay = (typeof deliveryWays)[number]

/** The address of an order that its buyer fetches. */
export const pickupAddress = 'Ambil sendiri'
/** What a form means by its address. An order has a field for it, `delivery_way`. */
export const deliveryWayOf = (address: string): DeliveryWay => (address === pickupAddress ? 'pickup' : 'delivery')

/** The courier of a fetched order, unless the seller names another. */
export const fetchedCourier = 'Diambil'

/** How a payment was received that did not come through the gateway. */
export const handPayments = ['cash', 'transfer'] as const
export type HandPayment = (typeof handPayments)[number]
export const handPaymentWords: Record<HandPayment, string> = { cash: 'tunai', transfer: 'transfer' }

export const actors = ['customer', 'admin', 'gateway', 'system'] as const
export type Actor = (typeof actors)[number]

/** The time after shipping in which an administrator may undo a shipment, in milliseconds. */
export const undoShipmentMs = 5 * 60_000

interface Transition {
  from: OrderStatus
  to: OrderStatus
  by: Actor
  /** Allowed only within this time after the order was shipped, in milliseconds. */
  sinceShippedMs?: number
  /** Allowed only for orders with batches, in the time of `isCancellableByBuyer`. */
  inBatch?: true
  /** Allowed only for orders that came from there. */
  source?: OrderSource
}

/** Every allowed change of an order's status, and the actor who may request it. */
export const transitions: readonly Transition[] = [
  { from: 'DIPROSES', to: 'DIBAYAR', by: 'gateway' },
  { from: 'DIPROSES', to: 'DIBAYAR', by: 'admin', source: 'penjual' },
  { from: 'DIPROSES', to: 'DIBATALKAN', by: 'customer' },
  { from: 'DIPROSES', to: 'DIBATALKAN', by: 'system' },
  { from: 'DIPROSES', to: 'DIBATALKAN', by: 'admin' },
  { from: 'DIBAYAR', to: 'DIBATALKAN', by: 'admin' },
  { from: 'DIBAYAR', to: 'DIBATALKAN', by: 'customer', inBatch: true },
  { from: 'DIBAYAR', to: 'DIKIRIM', by: 'admin' },
  { from: 'DIKIRIM', to: 'DIBAYAR', by: 'admin', sinceShippedMs: undoShipmentMs },
  { from: 'DIKIRIM', to: 'SELESAI', by: 'customer' },
  { from: 'DIKIRIM', to: 'SELESAI', by: 'system' },
]

/** The orders that count as revenue. */
export const paidStatuses = ['DIBAYAR', 'DIKIRIM', 'SELESAI'] as const satisfies readonly OrderStatus[]

export const paymentStatuses = ['PENDING', 'SUKSES', 'GAGAL', 'KADALUARSA', 'DIBATALKAN'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const orderFormSentences = {
  incomplete: 'Mohon lengkapi semua data sebelum mengirim.',
  chooseCity: 'Pilih kota pengiriman terlebih dahulu.',
  choosePlace: 'Pilih daerah pengiriman.',
  chooseSmallerPlace: 'Pilih kecamatan atau kotanya, karena ongkos kirimnya berbeda.',
  chooseWay: 'Pilih dikirim atau ambil sendiri.',
  choosePayment: 'Cara bayar tidak dikenal.',
} as const

/** Beside the total of an order whose delivery the recipient pays. */
export const paidToCourier = 'Ongkos kirim dibayar ke kurir saat pesanan tiba, di luar total ini.'

/** The shortest pause between two questions to the gateway about one order when its buyer refreshes it. */
export const refreshIntervalMs = 5_000

/** The words of the administrator who decided about a refund. */
export const causeNote = (cause: string | null) => (cause === null ? '' : ` Alasan: ${cause.replace(/[.!]+$/, '')}.`)
