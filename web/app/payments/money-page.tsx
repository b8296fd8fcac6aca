import { MoneyList } from '@camilan/contract/money'
import { useEffect } from 'react'
import { href, Link } from 'react-router'
import { useLivePage } from '~/notifications/live'
import { api } from '~/platform/api'
import { formatNumber } from '~/platform/formats'
import { privatePage } from '~/platform/meta'
import { LoadProblem } from '~/ui/load-problem'
import { NothingListed } from '~/ui/nothing-listed'
import { ListSkeleton } from '~/ui/skeleton'
import type { Route } from './+types/money-page'
import { MoneyCard } from './money-card'
import { moneyCount } from './money-count'

const title = 'Uang yang perlu dilihat'

export const meta = privatePage(title)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return api.get('/api/admin/money', MoneyList, { signal: request.signal })
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function MoneyPage({ loaderData: { data, total, refunds } }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'notification')
  useEffect(() => moneyCount.set({ total, refunds }), [total, refunds])
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      <p className="mt-1 mb-4 text-muted">
        Semua yang terjadi dengan uang dan belum beres. Masing-masing tetap di sini sampai Anda membereskannya.{' '}
        <Link to={href('/admin/payment-report')} className="link">
          Cocokkan dengan laporan Midtrans
        </Link>
      </p>
      {data.length > 0 ? (
        <ul aria-label="Daftar uang yang perlu dilihat" className="grid gap-3 lg:grid-cols-2">
          {data.map((matter) => (
            <li key={`${matter.kind} ${matter.id}`} className="card min-w-0 p-4">
              <MoneyCard matter={matter} />
            </li>
          ))}
        </ul>
      ) : (
        <NothingListed
          next={
            <Link to={href('/admin/manage-orders')} className="link inline-flex min-h-11 items-center">
              Lihat pesanan
            </Link>
          }
        >
          Tidak ada uang yang perlu dilihat
        </NothingListed>
      )}
      {total > data.length && (
        <p className="mt-3 text-muted">
          {formatNumber(data.length)} yang terlama dari {formatNumber(total)}.
        </p>
      )}
    </main>
  )
}

export function ErrorBoundary() {
  return <LoadProblem title={title} sentence="Gagal memuat uang yang perlu dilihat" />
}
