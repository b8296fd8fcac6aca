import type { Cart } from '@camilan/contract/cart'
import type { Payment } from '@camilan/contract/payments'
import { href, useNavigate } from 'react-router'
import { cartCount, emptyCart } from '~/orders/cart/cart-count'
import { rememberUnpaidOrder } from '~/orders/mine/unpaid-orders'
import { api, unchecked, uncheckedData } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { toast } from '~/platform/state/toasts'
import { forgetOrderDraft, joinAddress, type OrderForm } from './form/order-form'

/** The form, and the amounts that were shown with it, in whole rupiah. */
export interface OrderRequest extends Omit<OrderForm, 'cart_part'> {
  other_costs: number
  expected_total: number
  /** Null: all of the cart. */
  cart_part: string | null
}

/**
 * Places the order. A repeated request has the same idempotency key, so it makes one order.
 * @returns the payment token; null if the order exists already, after navigating to it or to the list of orders
 * @throws every other refusal of the server
 */
export function usePlaceOrder(): (request: OrderRequest) => Promise<Payment | null> {
  const { keyFor, renew } = useIdempotencyKey()
  const navigate = useNavigate()

  function finish(part: string | null) {
    forgetOrderDraft()
    if (part === null) emptyCart()
    else void cartCount.refresh()
    renew()
  }

  return async (request) => {
    const { notes, payment_method, other_costs, expected_total, wanted_on, voucher_code, cart_part } = request
    const chosen = payment_method === '' ? {} : { payment_method }
    const wish = wanted_on === '' ? {} : { wanted_on }
    const voucher = voucher_code === '' ? {} : { voucher_code }
    const body = {
      other_costs,
      expected_total,
      ...chosen,
      ...wish,
      ...voucher,
      ...(cart_part !== null && { cart_part }),
      ...destinationOf(request),
      notes: notes.trim() || null,
    }
    try {
      const { data } = await api.post('/api/orders', body, uncheckedData<Payment>(), { idempotencyKey: keyFor(body) })
      rememberUnpaidOrder(data) // an answer without an order fails here, and no typed value is lost
      finish(cart_part)
      return data
    } catch (error) {
      const to = (await hasMore(error)) ? null : existingOrderPath(error)
      if (to === null) throw error
      finish(cart_part)
      await navigate(to, { replace: true })
      return null
    }
  }
}

function destinationOf({ delivery_way, address, city, postal_code, place, district, delivery_service }: OrderRequest) {
  if (delivery_way === 'pickup') return { delivery_way }
  if (place === '') return { address: address.trim(), city }
  const to = { address: joinAddress(address, postal_code), place: district || place }
  return delivery_service === '' ? to : { ...to, delivery_service }
}

/** Something is left in the cart: products that have left the shop, so that no order was placed, or another part. */
async function hasMore(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError && error.code === 'EMPTY_CART')) return false
  const cart = await api.get('/api/carts', unchecked<Cart>()).catch(() => null)
  return cart !== null && cart.data.length + cart.unavailable.length > 0
}

/**
 * The page to show when nothing more is to be ordered: the order, if it was placed but the gateway gave no token; the list
 * of orders, if the cart is empty because another tab has ordered it. Null for other refusals.
 */
function existingOrderPath(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'EMPTY_CART') {
    const orders = href('/my-order')
    toast('Keranjang sudah kosong. Pesanan yang sudah Anda buat ada di sini.', 'alert', { on: orders })
    return orders
  }
  const { order_id: orderId } = (error.data ?? {}) as { order_id?: string }
  if (!['PAYMENT_UNAVAILABLE', 'NO_PAYMENT_METHOD'].includes(error.code) || !orderId) return null
  const order = href('/my-order/order/:orderId', { orderId })
  toast(error.message, 'alert', { on: order })
  return order
}
