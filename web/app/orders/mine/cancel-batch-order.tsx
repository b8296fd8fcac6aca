import { formatDay } from '@camilan/contract/arrival'
import { isCancellableByBuyer } from '@camilan/contract/batch-values'
import { OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { serverDate } from '~/platform/state/server-time'
import { SectionCard } from '~/ui/ask/section-card'
import { AskButton } from '~/ui/form/ask-button'

/** A paid order with batches, which its buyer cancels until they are closed, or after its day was changed. */
export default function CancelBatchOrder({ order }: { order: OrderDetail }) {
  const { id, handover_on: day, promised_on: promised = null } = order
  const now = serverDate()
  const batches = order.order_items.flatMap(({ batch }) => batch ?? [])
  if (!isCancellableByBuyer({ ...order, promised_on: promised, batches }, now)) return null
  const isMoved = promised !== null && day !== null && promised !== day
  const last = batches.map(({ order_until }) => order_until).sort()[0] ?? ''
  return (
    <SectionCard title={isMoved ? 'Jadwal berubah' : 'Berubah pikiran?'}>
      <p className="mb-4 text-muted">
        {isMoved
          ? `Pesanan ini dikirim ${formatDay(day, now)}, semula ${formatDay(promised, now)}. Kalau tidak cocok, Anda bisa membatalkannya, dan dana Anda kami kembalikan.`
          : `Pesanan PO ini bisa Anda batalkan sampai ${formatDay(last, now)}, dan dana Anda kami kembalikan.`}
      </p>
      <AskButton
        label="Batalkan Pesanan"
        variant="quiet"
        className="w-full"
        question="Yakin ingin membatalkan pesanan?"
        details="Dana Anda kami kembalikan."
        yes="Ya, batalkan"
        no="Tidak"
        danger
        do={() => api.post(`/api/orders/${encodeURIComponent(id)}/cancel`, {}, success(OrderDetail))}
        done="Pesanan telah dibatalkan"
        failed="Belum dibatalkan. Silakan coba lagi."
        revalidate="both"
      />
    </SectionCard>
  )
}
