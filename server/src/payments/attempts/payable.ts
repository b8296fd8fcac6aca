import type { PaymentMethod } from '@camilan/contract/payment-methods'
import { type SnapRequest, snapRequest } from '@camilan/midtrans/request'
import { type Charge, totalOf, totalOfKind } from '../../orders/charges.ts'
import { orderCharges } from '../../orders/queries.ts'
import type { PaymentDeps, PaymentUrls } from '../deps.ts'
import { offeredMethods } from '../methods/offered-methods.ts'

/** The values of an order that the gateway needs before it can be paid. */
export interface Payable {
  attemptId: string
  orderId: string
  charges: readonly Charge[]
  /** The methods that the payment page offers. */
  methods: readonly PaymentMethod[]
  expiresAt: Date
  /** `email`: null of an order without an account. */
  buyer: { name: string; email: string | null; phone: string }
  items: { productId: string; name: string; unitPrice: number; quantity: number }[]
}

interface Named {
  orderId: string
  attemptId: string
}

/** A chosen method that was switched off meanwhile does not stop the payment: the buyer gets the others. */
export async function readPayable(
  { db, methodsOn }: Pick<PaymentDeps, 'db' | 'methodsOn'>,
  { orderId, attemptId }: Named,
): Promise<Payable> {
  const { charges, chosen_method, expires_at, buyer_name, buyer_phone, email } = await db
    .selectFrom('payment_attempts as attempt')
    .innerJoin('orders', 'orders.id', 'attempt.order_id')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.expires_at', 'buyer_name', 'buyer_phone', 'users.email', 'attempt.chosen_method'])
    .select(orderCharges)
    .where('attempt.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const items = await db
    .selectFrom('order_items')
    .select(['product_id as productId', 'name', 'unit_price as unitPrice', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const chosen = methodsOn().find((method) => method === chosen_method) ?? null
  const methods = offeredMethods(methodsOn(), { chosen, totalIdr: totalOf(charges) })
  const buyer = { name: buyer_name, email, phone: buyer_phone }
  return { attemptId, orderId, charges, methods, expiresAt: expires_at, buyer, items }
}

export function requestOf({ urls }: { urls: PaymentUrls }, order: Payable, now: Date): SnapRequest {
  const { attemptId, orderId, charges, items, methods, expiresAt, buyer } = order
  const sum = { id: 'goods', name: 'Pesanan', price: totalOfKind(charges, 'goods'), quantity: 1 }
  const lines = items.map(({ productId: id, name, unitPrice: price, quantity }) => ({ id, name, price, quantity }))
  const others = charges.flatMap((charge) => otherLine(charge) ?? [])
  const finishUrl = buyer.email === null ? urls.linkedOrder : urls.finish(orderId)
  const payment = { id: attemptId, goods: { lines, sum }, others, methods, expiresAt, buyer }
  return snapRequest({ ...payment, finishUrl, notificationUrl: urls.notification }, now)
}

const lineOfKind = {
  delivery: { id: 'shipping', name: 'Ongkos Kirim' },
  service: { id: 'service', name: 'Biaya Pelayanan' },
  discount: { id: 'discount', name: 'Diskon' },
}

/** Of a charge that is not for goods: the gateway refuses lines whose sum is not the total. */
function otherLine({ kind, label, amount_idr: price }: Charge) {
  if (kind === 'goods') return undefined
  const { id, name } = lineOfKind[kind]
  const shown = kind === 'discount' && label ? `${name}: ${label}` : (label ?? name)
  return { id, name: shown, price, quantity: 1 }
}
