import type { Payment } from '@camilan/contract/payments'
import { useCallback, useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { type ToastKind, toast } from '~/platform/toasts'
import { forgetUnpaidOrder } from '../orders/unpaid-orders'
import { type SnapAccess, useSnap } from './snap'
import { refreshPayment } from './use-fresh-order'

/** Handed to the order's page by the navigation that leads there. */
export interface OrderPageState {
  /** The payment popup reported a success that the server may not know of yet. */
  paid: boolean
}

type Outcome = 'success' | 'pending' | 'error' | 'close'

const outcomeToasts: Record<Outcome, [sentence: string, kind: ToastKind]> = {
  success: ['Pembayaran berhasil!', 'status'],
  pending: ['Menunggu pembayaran.', 'waiting'],
  error: ['Pembayaran gagal!', 'alert'],
  close: ['Kamu menutup pop-up tanpa menyelesaikan pembayaran.', 'alert'],
}

/** What opens the popup. `redirect_url` is null where it comes from this browser's record of unpaid orders. */
export type Payable = Pick<Payment, 'order_id' | 'snap_token'> & { redirect_url: string | null }

export interface PaymentAccess {
  snapState: SnapAccess['state']
  /** Where to pay without the popup: set by `open` where the gateway's script was not loaded in time. */
  redirectUrl: string | null
  open: (payable: Payable) => Promise<void>
}

/**
 * The gateway's popup. The outcome that it reports is only shown; the server is asked whether the order is paid. The
 * popup may report twice or never.
 */
export function usePayment(): PaymentAccess {
  const { state: snapState, awaited } = useSnap()
  const [redirectUrl, setRedirectUrl] = useState<string | null>(null)
  /** Counts the popups, so that only the newest one's report is handled, and once. */
  const newest = useRef(0)
  const isOpen = useRef(false)
  const navigate = useNavigate()

  const conclude = useCallback(
    async (orderId: string, outcome: Outcome) => {
      toast(...outcomeToasts[outcome])
      if (outcome === 'close') return navigate(href('/my-order'), { replace: true })
      if (outcome === 'success') {
        forgetUnpaidOrder(orderId)
        await refreshPayment(orderId).catch(console.error)
      }
      const state: OrderPageState = { paid: outcome === 'success' }
      return navigate(href('/my-order/order/:orderId', { orderId }), { state, replace: true })
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
        if (!snap) throw new Error('Neither the popup nor its URL is available')
        // The last popup may have closed without a report, and would keep this one from opening.
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
