import type { Refund } from '@camilan/contract/refunds'
import { Message } from '@camilan/contract/wire'
import { NoteDialog } from '~/payments/note-dialog'
import { api } from '~/platform/api/api'
import { formatRupiah } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'

interface RecordRefundProps {
  refund: Refund
  isMain: boolean
}

/** Records that a refund was made by hand, or that the gateway's dashboard shows one whose answer is missing. */
export function RecordRefund({ refund: { refund_id: id, amount, state }, isMain }: RecordRefundProps) {
  const texts =
    state === 'asked'
      ? {
          label: 'Sudah dikembalikan Midtrans',
          title: `Midtrans sudah mengembalikan ${formatRupiah(amount)}?`,
          hint: 'Catat hanya kalau Anda melihatnya di dasbor Midtrans, misalnya dengan tanggalnya.',
        }
      : {
          label: 'Sudah dikembalikan',
          title: `Catat pengembalian ${formatRupiah(amount)}`,
          hint: 'Misalnya bank, nomor rekening, dan tanggal transfer.',
        }
  return (
    <NoteDialog
      {...texts}
      variant={isMain ? 'main' : 'quiet'}
      draftKey={`refund:${id}`}
      save={(note) => api.post(`/api/admin/refunds/${id}/done`, { note }, Message)}
      onSaved={() => toast('Pengembalian dana dicatat')}
      failed="Gagal mencatat pengembalian dana. Silakan coba lagi."
    />
  )
}
