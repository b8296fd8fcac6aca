import { OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import CircleX from 'lucide-react/icons/circle-x'
import { api } from '~/platform/api/api'
import { formatRupiah } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { FormBody } from '~/ui/form/form-body'
import { OpenDialog } from '~/ui/form/open-dialog'
import { inMessage, useForm } from '~/ui/form/use-form'
import { GoodsBackFields, goodsBackNames, goodsBackOf } from './goods-back-fields'

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
  const form = useForm({
    names: goodsBackNames,
    send: (texts) =>
      api.post(`/api/admin/orders/${encodeURIComponent(order.id)}/cancel`, goodsBackOf(texts), success(OrderDetail)),
    done: () => {
      onClose()
      toast(isTakenBack ? 'Pesanan dibatalkan' : 'Pesanan dibatalkan, dananya perlu dikembalikan')
    },
    failed: inMessage('Gagal membatalkan pesanan. Silakan coba lagi.'),
    revalidate: 'both',
  })
  return (
    <FormBody form={form} yes="Ya, batalkan" no="Tidak" variant="danger" onClose={onClose}>
      <p>
        {isTakenBack
          ? 'Uang pesanan ini sudah ditarik kembali, jadi tidak ada dana yang perlu dikembalikan.'
          : `Pesanan ini sudah dibayar ${formatRupiah(order.total_price)}. Setelah dibatalkan, kembalikan dananya di halaman Pengembalian Dana.`}
      </p>
      <GoodsBackFields field={form.field} />
    </FormBody>
  )
}
