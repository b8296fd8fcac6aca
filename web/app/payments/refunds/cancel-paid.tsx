import { OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { CircleX } from 'lucide-react'
import type { FormEvent } from 'react'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { formatRupiah } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { DialogButtons } from '~/ui/ask/dialog'
import { OpenDialog } from '~/ui/form/open-dialog'
import { GoodsBackFields } from './goods-back-fields'

interface CancelPaidProps {
  order: Pick<OrderDetail, 'id' | 'total_price'>
  /** Its money was taken back already, so there is none to give back. */
  isTakenBack?: boolean
}

/** A button that cancels a paid order, after a question. */
export const CancelPaid = (props: CancelPaidProps) => (
  <OpenDialog
    label="Batalkan pesanan"
    icon={CircleX}
    className="grow md:grow-0"
    title={`Batalkan pesanan #${props.order.id}?`}
    holdsInput
  >
    {(close) => <CancelForm {...props} onClose={close} />}
  </OpenDialog>
)

/** Cancels a paid order: its refund is due. */
export function CancelForm({ order, isTakenBack = false, onClose }: CancelPaidProps & { onClose: () => void }) {
  const { pending, run } = useMutation({
    do: (cancellation: { reason: string; return_stock: boolean }) =>
      api.post(`/api/admin/orders/${encodeURIComponent(order.id)}/cancel`, cancellation, success(OrderDetail)),
    done: () => {
      onClose()
      toast(isTakenBack ? 'Pesanan dibatalkan' : 'Pesanan dibatalkan, dananya perlu dikembalikan')
    },
    failed: 'Gagal membatalkan pesanan. Silakan coba lagi.',
    revalidate: 'both',
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    void run({ reason: String(values.get('reason')), return_stock: values.has('return_stock') })
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <p>
        {isTakenBack
          ? 'Uang pesanan ini sudah ditarik kembali, jadi tidak ada dana yang perlu dikembalikan.'
          : `Pesanan ini sudah dibayar ${formatRupiah(order.total_price)}. Setelah dibatalkan, kembalikan dananya di halaman Pengembalian Dana.`}
      </p>
      <GoodsBackFields />
      <DialogButtons yes="Ya, batalkan" no="Tidak" variant="danger" pending={pending} onCancel={onClose} />
    </form>
  )
}
