import type { Account, Order, Product, Shop } from './shop.ts'

export type Stage = 'unpaid' | 'paid' | 'shipped' | 'done' | 'cancelled' | 'paidTooLate'

export interface SellerStage {
  orders: Record<Stage, Order>
  product: Product
}

interface StageTexts {
  buyer?: Account
  address?: string
  notes?: string
  shipment?: { courier?: string; tracking_number?: string }
}

/** Places an order in each state, with a long name, address and note. */
export async function setSellerStage(shop: Shop, product: Product, texts: StageTexts = {}): Promise<SellerStage> {
  const {
    buyer = await shop.makeBuyer({ name: 'Raden Ayu Kusumaningtyas Purwoatmodjo' }),
    address = 'Perumahan Griya Kencana Asri Blok C7 No. 12A, RT 004/RW 011, Kelurahan Sudimara Pinang',
    notes = 'Tolong dibungkus kado, titip satpam kalau tidak ada orang di rumah',
    shipment,
  } = texts
  const place = async (quantity = 1) => {
    await shop.addToCart(buyer, product, quantity)
    return shop.orderCart(buyer, { address, notes })
  }
  const [paid, shipped, done] = [await place(2), await place(), await place()]
  for (const order of [paid, shipped, done]) await shop.pay(buyer, order)
  for (const order of [shipped, done]) await shop.ship(order, shipment)
  await shop.changeStatus(buyer, done, 'SELESAI')
  const [paidTooLate, cancelled] = [await place(), await place()]
  await shop.payTooLate(buyer, paidTooLate)
  await shop.changeStatus(buyer, cancelled, 'DIBATALKAN')
  return { product, orders: { unpaid: await place(), paid, shipped, done, cancelled, paidTooLate } }
}
