import type { Payment } from '@camilan/contract/payments'
import { useCallback, useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { endLayer, type Layer, layers, openLayer } from '~/platform/pages/layers'
import { useShopInfo } from '~/platform/pages/shop-info'
import { dismissToasts, type ToastKind, toast } from '~/platform/state/toasts'
import { forgetUnpaidOrder } from '../../orders/mine/unpaid-orders'
import { isOfAnotherGateway } from './other-gateway'
import { type SnapAccess, useSnap } from './snap'
import { refreshPayment } from './use-fresh-order'

/** The location state with which `usePayment` navigates to the page of the order. */
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

/** The token that opens the popup. `redirect_url` is null if the token comes from this browser's stored unpaid orders. */
export type Payable = Pick<Payment, 'order_id' | 'snap_token'> & { redirect_url: string | null }

export interface PaymentAccess {
  snapState: SnapAccess['state']
  /** The gateway's page, for a payment without the popup. `open` sets it if the gateway's script was not loaded in time. */
  redirectUrl: string | null
  open: (payable: Payable) => Promise<void>
}

/** The newest popup of this page. */
let popup: Layer | undefined

/**
 * The gateway's popup. It may report twice or never, and the server decides whether the order is paid.
 * @param onConcluded  called instead of going to the buyer's own page of the order
 */
export function usePayment({ onConcluded }: { onConcluded?: () => unknown } = {}): PaymentAccess {
  const { state: snapState, whenLoaded } = useSnap()
  const { snapOrigin, sandbox, payment } = useShopInfo()
  const hasChoice = payment.methods.length > 1
  const [redirectUrl, setRedirectUrl] = useState<string | null>(null)
  /** Counts the popups, so that only the newest one's report is handled, and once. */
  const newest = useRef(0)
  const navigate = useNavigate()

  const conclude = useCallback(
    async (orderId: string, outcome: Outcome) => {
      const isLeft = outcome === 'close' && !hasChoice // else the order's page says how to go on, or to pay in another way
      const next = isLeft ? href('/my-order') : href('/my-order/order/:orderId', { orderId })
      toast(...outcomeToasts[outcome], { on: next })
      if (onConcluded) return onConcluded()
      if (isLeft) return navigate(next, { replace: true })
      if (outcome === 'success') {
        forgetUnpaidOrder(orderId)
        await refreshPayment(orderId).catch(console.error)
      }
      return navigate(next, { state: { paid: outcome === 'success' } satisfies OrderPageState, replace: true })
    },
    [navigate, hasChoice, onConcluded],
  )

  const open = useCallback(
    async ({ order_id, snap_token, redirect_url }: Payable) => {
      const snap = await whenLoaded()
      if (redirect_url && (!snap || isOfAnotherGateway(redirect_url, { snapOrigin, sandbox })))
        return setRedirectUrl(redirect_url)
      newest.current += 1
      const opening = newest.current
      const once = (outcome: Outcome) => () => {
        if (opening !== newest.current) return
        newest.current += 1
        if (popup) endLayer(popup)
        void conclude(order_id, outcome)
      }
      try {
        if (!snap) throw new Error('Neither the popup nor its URL is available')
        // The last popup may have closed without a report, and would prevent this one from opening.
        if (popup && layers.get().includes(popup)) {
          endLayer(popup)
          snap.hide()
        }
        popup = {
          close() {
            snap.hide()
            once('close')()
          },
          mayEndUnnoticed: true,
        }
        openLayer(popup)
        dismissToasts()
        snap.pay(snap_token, {
          language: 'id',
          onSuccess: once('success'),
          onPending: once('pending'),
          onError: once('error'),
          onClose: once('close'),
        })
      } catch (error) {
        console.error(error)
        if (popup) endLayer(popup)
        toast('Terjadi kesalahan saat memproses pembayaran.', 'alert')
      }
    },
    [whenLoaded, conclude, snapOrigin, sandbox],
  )

  return { snapState, redirectUrl, open }
}
