import { MoneyList } from '@camilan/contract/money'
import { useEffect } from 'react'
import { useLivePage } from '~/notifications/live'
import { api } from '~/platform/api'
import { formatNumber } from '~/platform/formats'
import { privatePage } from '~/platform/meta'
import { LoadProblem } from '~/ui/load-problem'
import { ListSkeleton } from '~/ui/skeleton'
import type { Route } from './+types/money-page'
import { MoneyCard } from './money-card'
import { MoneyCards } from './money-cards'
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
    <MoneyCards
      title={title}
      intro="Semua yang terjadi dengan uang dan belum beres. Masing-masing tetap di sini sampai Anda membereskannya."
      label="Daftar uang yang perlu dilihat"
      nothing="Tidak ada uang yang perlu dilihat"
      cards={data.map((matter) => (
        <li key={`${matter.kind} ${matter.id}`} className="card min-w-0 p-4">
          <MoneyCard matter={matter} />
        </li>
      ))}
    >
      {total > data.length && (
        <p className="mt-3 text-muted">
          {formatNumber(data.length)} yang terlama dari {formatNumber(total)}.
        </p>
      )}
    </MoneyCards>
  )
}

export function ErrorBoundary() {
  return <LoadProblem title={title} sentence="Gagal memuat uang yang perlu dilihat" />
}
