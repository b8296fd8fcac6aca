import { OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import CircleX from 'lucide-react/icons/circle-x'
import { api } from '~/platform/api/api'
import { AskButton } from '~/ui/form/ask-button'

/** Ends an unpaid order: its payment is closed and its stock can be sold again. */
export const EndOrder = ({ orderId }: { orderId: string }) => (
  <AskButton
    label="Akhiri pesanan"
    icon={CircleX}
    question={`Akhiri pesanan #${orderId} yang belum dibayar?`}
    yes="Ya, akhiri"
    no="Tidak"
    danger
    do={() => api.post(`/api/admin/orders/${encodeURIComponent(orderId)}/cancel`, undefined, success(OrderDetail))}
    done="Pesanan telah diakhiri"
    failed="Gagal mengakhiri pesanan. Silakan coba lagi."
    revalidate="both"
  />
)
