import { OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { AskButton } from '~/ui/form/ask-button'

/** Releases an order whose money was taken back, so that it can be shipped. */
export const ReleaseOrder = ({ orderId }: { orderId: string }) => (
  <AskButton
    label="Lepas pesanan"
    className="grow md:grow-0"
    question={`Lepas pesanan #${orderId}?`}
    details="Setelah dilepas, pesanan ini bisa dikirim. Pastikan dulu uangnya ada. Kalau tidak, selisihnya tetap ada di daftar uang yang perlu dilihat."
    yes="Ya, lepas"
    no="Tidak"
    do={() => api.post(`/api/admin/orders/${encodeURIComponent(orderId)}/release`, undefined, success(OrderDetail))}
    done="Pesanan tidak ditahan lagi"
    failed="Gagal melepas pesanan. Silakan coba lagi."
    revalidate="both"
  />
)
