import type { OrderDetail } from '@camilan/contract/orders'
import { toastStatusFailure } from '~/orders/change-status'
import { useMutation } from '~/platform/api/use-mutation'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'
import { SectionCard } from '~/ui/ask/section-card'
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
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: send,
    done: () => {
      toast('Pesanan telah dikonfirmasi')
      return onConfirmed()
    },
    failed: toastStatusFailure,
    revalidate: 'failed',
  })

  async function ask() {
    if (await confirm('Konfirmasi pesanan sekarang?', { yes: 'Ya, konfirmasi' })) await run()
  }

  return (
    <SectionCard title={isFetched ? 'Sudah diambil?' : 'Sudah sampai?'}>
      <p className="mb-4 text-muted">
        {`Tekan konfirmasi setelah camilannya Anda terima dengan baik.${completesAt ? ` Tanpa konfirmasi, pesanan selesai otomatis ${formatMoment(completesAt)}. Kalau belum ${isFetched ? 'Anda ambil' : 'sampai'}, hubungi kami sebelum itu.` : ''}`}
      </p>
      <Button pending={pending} onClick={ask} className="w-full">
        Konfirmasi Pesanan
      </Button>
    </SectionCard>
  )
}
