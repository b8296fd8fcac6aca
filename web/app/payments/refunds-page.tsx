import { RefundList } from '@camilan/contract/refunds'
import { useEffect } from 'react'
import { useLivePage } from '~/notifications/live'
import { api } from '~/platform/api'
import { privatePage } from '~/platform/meta'
import { LoadProblem } from '~/ui/load-problem'
import { NothingListed } from '~/ui/nothing-listed'
import { ListSkeleton } from '~/ui/skeleton'
import type { Route } from './+types/refunds-page'
import { RefundCard } from './refund-card'
import { refundCount } from './refund-count'

const title = 'Pengembalian Dana'

export const meta = privatePage(title)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return api.get('/api/admin/refunds', RefundList, { signal: request.signal })
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function RefundsPage({ loaderData: { data, total } }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'notification' && event.notification.order_id !== null)
  useEffect(() => refundCount.set(total), [total])
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      <p className="mt-1 mb-6 text-muted">
        Pembayaran yang masuk setelah pesanan dibatalkan, atau masuk dua kali. Kembalikan dananya, lalu catat di sini.
      </p>
      {data.length > 0 ? (
        <ul aria-label="Daftar pengembalian dana" className="grid gap-3 lg:grid-cols-2">
          {data.map((refund) => (
            <li key={refund.id} className="card min-w-0 p-4">
              <RefundCard refund={refund} />
            </li>
          ))}
        </ul>
      ) : (
        <NothingListed>Tidak ada dana yang perlu dikembalikan</NothingListed>
      )}
    </main>
  )
}

export function ErrorBoundary() {
  return <LoadProblem title={title} sentence="Gagal memuat data pengembalian dana" />
}
