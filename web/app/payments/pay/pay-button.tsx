import type { Payment } from '@camilan/contract/payments'
import { api, uncheckedData } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { toast } from '~/platform/state/toasts'
import { Button, LinkButton } from '~/ui/ask/button'
import { forgetUnpaidOrder, rememberUnpaidOrder, unpaidOrders } from '../../orders/mine/unpaid-orders'
import type { Payable, PaymentAccess } from './use-payment'

interface PayButtonProps {
  orderId: string
  payment: PaymentAccess
  /** The name of the order, for screen readers if several can be paid. */
  of?: string
  /** Gets the token that pays the order; without it that of the buyer's own order. */
  find?: () => Promise<Payable | null>
}

/** Opens the popup. If that can't be loaded, a link to the gateway's own page replaces the button. */
export function PayButton({ orderId, payment: { snapState, redirectUrl, open }, of, find }: PayButtonProps) {
  const { pending, run } = useMutation({
    do: () => (find ? find() : findPayment(orderId)),
    done: (payable) => {
      if (payable) return open(payable)
      toast('Data pembayaran tidak ditemukan. Silakan periksa kembali pesanan anda.', 'alert')
    },
    failed: 'Terjadi kesalahan saat memproses pembayaran.',
    revalidate: 'failed',
  })

  async function pay() {
    if (snapState !== 'loading') await run()
    else toast('Payment gateway sedang dibuat, silakan coba lagi dalam beberapa detik', 'alert')
  }

  if (redirectUrl) {
    return (
      <div className="grid gap-3">
        <p className="text-muted">Jendela pembayaran tidak bisa dimuat. Anda tetap bisa membayar di sini:</p>
        <LinkButton to={redirectUrl} reloadDocument>
          Lanjutkan ke halaman pembayaran
        </LinkButton>
      </div>
    )
  }
  return (
    <Button pending={pending} onClick={pay}>
      Bayar Sekarang
      {of && <span className="sr-only"> {of}</span>}
    </Button>
  )
}

/**
 * The token that pays an order. The server is asked, because it may have replaced the token in this browser. If it does not
 * answer, the stored token is used; null if there is none.
 * @throws {ApiError} the order can't be paid any more, or belongs to another account
 */
async function findPayment(orderId: string): Promise<Payable | null> {
  try {
    const path = `/api/orders/${encodeURIComponent(orderId)}/payment`
    const { data } = await api.post(path, undefined, uncheckedData<Payment>())
    rememberUnpaidOrder(data)
    return data
  } catch (error) {
    if (error instanceof ApiError && ['NOT_PAYABLE', 'NOT_FOUND', 'UNAUTHENTICATED'].includes(error.code)) {
      forgetUnpaidOrder(orderId)
      throw error
    }
    // A change of the payment is not finished, so the stored token may be closed.
    if (error instanceof ApiError && error.code === 'RATE_LIMITED') throw error
    console.error(error)
    const remembered = unpaidOrders().find(({ order_id }) => order_id === orderId)
    return remembered ? { ...remembered, redirect_url: null } : null
  }
}
