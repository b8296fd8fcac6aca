import type { OrderDetail } from '@camilan/contract/orders'
import { Message } from '@camilan/contract/wire'
import { href } from 'react-router'
import { NoteDialog } from '~/payments/note-dialog'
import { api } from '~/platform/api/api'
import { formatRupiah } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { SectionCard } from '~/ui/ask/section-card'
import { Rupiah } from '~/ui/shop/rupiah'

const toMoney = { to: href('/admin/money'), label: 'Lihat daftar uang' }

/** Payments of which an administrator said that they belong to this order. A page loads this only if there are some. */
export default function AssignedPayments({ payments }: { payments: NonNullable<OrderDetail['assigned_payments']> }) {
  return (
    <SectionCard title="Pembayaran yang Dicatat untuk Pesanan Ini">
      <ul className="grid gap-3">
        {payments.map(({ id, amount }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <Rupiah amount={amount} className="font-semibold" />
              <p className="text-13 text-muted wrap-anywhere">{`Nomor di Midtrans: ${id}`}</p>
            </div>
            <div className="flex max-sm:grow">
              <NoteDialog
                label="Lepas dari pesanan"
                title={`Lepas ${formatRupiah(amount)} dari pesanan ini?`}
                about="Uangnya kembali ke daftar pembayaran tanpa pesanan, supaya bisa dicatat untuk pesanan yang benar."
                hint="Misalnya ternyata milik pembeli lain."
                draftKey={`unassign:${id}`}
                save={(note) =>
                  api.post(`/api/admin/money/unmatched/${encodeURIComponent(id)}/unassign`, { note }, Message)
                }
                onSaved={() => toast('Pembayaran dilepas dari pesanan ini', 'status', toMoney)}
                failed="Pembayaran belum dilepas. Silakan coba lagi."
              />
            </div>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
