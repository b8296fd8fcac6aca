import { useRevalidator } from 'react-router'
import { toast } from '~/platform/toasts'
import { toastFailure } from '~/platform/use-mutation'
import { usePending } from '~/platform/use-pending'
import { Button, LinkButton } from '~/ui/button'
import { findPayment } from './find-payment'
import type { PaymentAccess } from './use-payment'

interface PayButtonProps {
  orderId: string
  payment: PaymentAccess
}

/** Opens the popup; where that can't be loaded, a link to the gateway's own page takes the button's place. */
export function PayButton({ orderId, payment: { snapState, redirectUrl, open } }: PayButtonProps) {
  const [pending, run] = usePending()
  const { revalidate } = useRevalidator()

  async function pay() {
    if (snapState === 'loading') {
      return toast('Payment gateway sedang dibuat, silakan coba lagi dalam beberapa detik', 'alert')
    }
    try {
      const payable = await findPayment(orderId)
      if (payable) await open(payable)
      else toast('Data pembayaran tidak ditemukan. Silakan periksa kembali pesanan anda.', 'alert')
    } catch (error) {
      toastFailure(error, 'Terjadi kesalahan saat memproses pembayaran.')
      await revalidate()
    }
  }

  if (redirectUrl) {
    return (
      <div className="grid gap-3">
        <p className="text-muted">Jendela pembayaran tidak dapat dimuat. Anda tetap bisa membayar di sini:</p>
        <LinkButton to={redirectUrl} reloadDocument>
          Lanjutkan ke halaman pembayaran
        </LinkButton>
      </div>
    )
  }
  return (
    <Button pending={pending} onClick={() => run(pay)}>
      Bayar Sekarang
    </Button>
  )
}
