import { OrderDetail } from '@camilan/contract/orders'
import type { Payment } from '@camilan/contract/payments'
import { success } from '@camilan/contract/wire'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type OrderPageState, orderPath } from '~/orders/order-address'
import { forgetUnpaidOrder } from '~/payments/unpaid-orders'
import { api } from '~/platform/api'
import { type ToastKind, toast } from '~/platform/toasts'
import { type SnapAccess, useSnap } from './use-snap'

type Outcome = 'success' | 'pending' | 'error' | 'close'

const news: Record<Outcome, [sentence: string, kind: ToastKind]> = {
  success: ['Pembayaran berhasil!', 'status'],
  pending: ['Menunggu pembayaran.', 'waiting'],
  error: ['Pembayaran gagal!', 'alert'],
  close: ['Kamu menutup pop-up tanpa menyelesaikan pembayaran.', 'alert'],
}

/** What opens the popup; `redirect_url` is unknown where only this browser's own record is left. */
export type Payable = Pick<Payment, 'order_id' | 'snap_token'> & { redirect_url: string | null }

export interface PaymentAccess {
  snapState: SnapAccess['state']
  /** Where to pay without the popup: set by `open` where the script did not come in time. */
  redirectUrl: string | null
  open: (payable: Payable) => Promise<void>
}

/**
 * The gateway's popup. What it tells afterwards is only shown: whether an order is paid is for the shop to say,
 * which is asked anew. The gateway may tell twice, or not at all.
 */
export function usePayment(): PaymentAccess {
  const { state: snapState, awaited } = useSnap()
  const [redirectUrl, setRedirectUrl] = useState<string | null>(null)
  /** Counts the popups, so that only the newest one is listened to, and once. */
  const newest = useRef(0)
  const isOpen = useRef(false)
  const navigate = useNavigate()

  const conclude = useCallback(
    async (orderId: string, outcome: Outcome) => {
      toast(...news[outcome])
      if (outcome === 'close') return navigate('/my-order', { replace: true })
      if (outcome === 'success') {
        forgetUnpaidOrder(orderId)
        await api.post(`/api/orders/${orderId}/refresh`, undefined, success(OrderDetail)).catch(console.error)
      }
      const state: OrderPageState = { paid: outcome === 'success' }
      return navigate(orderPath(orderId), { state, replace: true })
    },
    [navigate],
  )

  const open = useCallback(
    async ({ order_id, snap_token, redirect_url }: Payable) => {
      const snap = await awaited()
      if (!snap && redirect_url) return setRedirectUrl(redirect_url)
      newest.current += 1
      const opening = newest.current
      const once = (outcome: Outcome) => () => {
        if (opening !== newest.current) return
        newest.current += 1
        isOpen.current = false
        void conclude(order_id, outcome)
      }
      try {
        if (!snap) throw new Error('Neither the popup nor its address is known')
        // The last popup may have gone without a word, and would keep this one from opening.
        if (isOpen.current) snap.hide()
        isOpen.current = true
        snap.pay(snap_token, {
          language: 'id',
          onSuccess: once('success'),
          onPending: once('pending'),
          onError: once('error'),
          onClose: once('close'),
        })
      } catch (error) {
        console.error(error)
        toast('Terjadi kesalahan saat memproses pembayaran.', 'alert')
      }
    },
    [awaited, conclude],
  )

  return { snapState, redirectUrl, open }
}
