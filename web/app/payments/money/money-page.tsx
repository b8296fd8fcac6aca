import { MoneyList, type MoneyMatter, moneyKinds } from '@camilan/contract/money'
import { useEffect } from 'react'
import { href } from 'react-router'
import { moneyCount } from '~/payments/money-count'
import { type MoneyGroup, MoneyGroups } from '~/payments/money-groups'
import { useLivePage } from '~/people/notifications/live'
import { api } from '~/platform/api/api'
import { listParams, readListUrl, redirectBeyondLastPage } from '~/platform/pages/list-url'
import { privatePage } from '~/platform/pages/meta'
import { LinkButton } from '~/ui/ask/button'
import { ListFooter } from '~/ui/lists/list-footer'
import type { PageWords } from '~/ui/loading/failed-page'
import { ListSkeleton } from '~/ui/loading/skeleton'
import type { Route } from './+types/money-page'
import { adviceOf, MatterRow } from './money-row'

const title = 'Uang yang perlu dilihat'

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat uang yang perlu dilihat' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const list = readListUrl(request.url)
  const { data, total, refunds } = await api.get(`/api/admin/money?${listParams(list)}`, MoneyList, {
    signal: request.signal,
  })
  const totalPages = Math.ceil(total / list.size)
  redirectBeyondLastPage(list, totalPages, request)
  return { data, total, refunds, list, totalPages }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function MoneyPage({ loaderData: { data, total, refunds, list, totalPages } }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'notification')
  useEffect(() => moneyCount.set({ total, refunds }), [total, refunds])
  return (
    <MoneyGroups
      title={title}
      intro="Semua yang terjadi dengan uang dan belum beres. Masing-masing tetap di sini sampai Anda membereskannya."
      label="Daftar uang yang perlu dilihat"
      nothing="Tidak ada uang yang perlu dilihat"
      groups={byAdvice(data, totalPages < 2)}
    >
      {total > 0 && <ListFooter list={list} shown={data.length} total={total} totalPages={totalPages} noun="hal" />}
    </MoneyGroups>
  )
}

/**
 * Matters of one kind for which the same has to be done, those that have waited longest first. Of several pages none shows
 * the sum or the number of all.
 */
function byAdvice(matters: readonly MoneyMatter[], isAll: boolean): MoneyGroup[] {
  const groups = Map.groupBy(matters, (matter) => `${matter.kind} ${adviceOf(matter)}`)
  return [...groups.values()].map((same) => {
    const [{ kind }] = same as [MoneyMatter]
    const { title, action } = moneyKinds[kind]
    return {
      title,
      about: adviceOf(same[0] as MoneyMatter),
      action: action === 'refund' && (
        <LinkButton
          variant={kind === 'refund-due' ? 'main' : 'quiet'}
          to={`${href('/admin/refunds')}?state=${kind === 'refund-due' ? 'due' : 'asked'}`}
        >
          Buka Pengembalian Dana
        </LinkButton>
      ),
      rows: same.map((matter) => <MatterRow key={matter.id} matter={matter} />),
      isPart: !isAll,
      ...(isAll && kind === 'refund-due' && { sum: same.reduce((total, { amount }) => total + (amount ?? 0), 0) }),
    }
  })
}
