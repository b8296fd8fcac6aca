import type { OrderDetail } from '@camilan/contract/orders'
import { toastStatusFailure } from '~/orders/change-status'
import { toast } from '~/platform/state/toasts'
import { SectionCard } from '~/ui/ask/section-card'
import { AskButton } from '~/ui/form/ask-button'
import { formatMoment } from '~/ui/shop/moment'

interface ConfirmOrderProps {
  order: Pick<OrderDetail, 'completes_at' | 'delivery_way'>
  send: () => Promise<unknown>
  onConfirmed: () => unknown
}

/** For a shipped order: the buyer confirms that it has arrived, or that they have fetched it. */
export function ConfirmOrder({ order, send, onConfirmed }: ConfirmOrderProps) {
  const { completes_at: completesAt, delivery_way } = order
  const isFetched = delivery_way === 'pickup'
  return (
    <SectionCard title={isFetched ? 'Sudah diambil?' : 'Sudah sampai?'}>
      <p className="mb-4 text-muted">
        {`Tekan konfirmasi setelah camilannya Anda terima dengan baik.${completesAt ? ` Tanpa konfirmasi, pesanan selesai otomatis ${formatMoment(completesAt)}. Kalau belum ${isFetched ? 'Anda ambil' : 'sampai'}, hubungi kami sebelum itu.` : ''}`}
      </p>
      <AskButton
        label="Konfirmasi Pesanan"
        variant="main"
        className="w-full"
        question="Konfirmasi pesanan sekarang?"
        yes="Ya, konfirmasi"
        do={send}
        done={() => {
          toast('Pesanan telah dikonfirmasi')
          return onConfirmed()
        }}
        failed={toastStatusFailure}
        revalidate="failed"
      />
    </SectionCard>
  )
}
