import { Payment } from '@camilan/contract/payments'
import { success } from '@camilan/contract/wire'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { cartCount } from '~/cart/cart-count'
import { orderPath } from '~/orders/order-address'
import { api } from '~/platform/api'
import { ApiError } from '~/platform/api-error'
import { toast } from '~/platform/toasts'
import { rememberUnpaidOrder } from '~/platform/unpaid-orders'
import { useIdempotencyKey } from '~/platform/use-idempotency-key'
import { forgetOrderDraft, type OrderForm } from './order-form'

/** The form, and the figures the buyer saw beside it; whole rupiah. */
export interface OrderRequest extends OrderForm {
  other_costs: number
  expected_total: number
}

const KeptOrder = z.object({ order_id: z.string() })

/**
 * Sends the order. A repeat of the same request has the same key, so that it is placed once however often it is sent.
 * @returns what pays it; null where the order exists already and its page, or the list of orders, is on its way
 * @throws whatever else the shop refuses
 */
export function usePlaceOrder(): (request: OrderRequest) => Promise<Payment | null> {
  const { keyFor, renew } = useIdempotencyKey()
  const navigate = useNavigate()

  function ordered() {
    forgetOrderDraft()
    cartCount.set(0)
    renew()
  }

  return async (request) => {
    const body = { ...request, notes: request.notes || null }
    try {
      const { data } = await api.post('/api/orders', body, success(Payment), { idempotencyKey: keyFor(body) })
      ordered()
      rememberUnpaidOrder(data)
      return data
    } catch (error) {
      const to = orderedAlready(error)
      if (to === null) throw error
      ordered()
      await navigate(to, { replace: true })
      return null
    }
  }
}

/** Where to find the order that stands although there is nothing to pay it with now, or that another tab has placed. */
function orderedAlready(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'EMPTY_CART') {
    toast('Keranjang sudah kosong. Pesanan yang sudah Anda buat ada di sini.', 'alert')
    return '/my-order'
  }
  const kept = z.safeParse(KeptOrder, error.data)
  if (error.code !== 'PAYMENT_UNAVAILABLE' || !kept.success) return null
  toast(error.message, 'alert')
  return orderPath(kept.data.order_id)
}
