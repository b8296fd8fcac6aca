import { type Refund, RefundList, type RefundState, refundStates } from '@camilan/contract/refunds'
import { useEffect } from 'react'
import { moneyCount } from '~/payments/money-count'
import { type MoneyGroup, MoneyGroups } from '~/payments/money-groups'
import { useLivePage } from '~/people/notifications/live'
import { api } from '~/platform/api/api'
import { listHref, readListUrl } from '~/platform/pages/list-url'
import { privatePage } from '~/platform/pages/meta'
import { useStore } from '~/platform/state/store'
import { Pagination } from '~/ui/lists/pagination'
import { TabLinks } from '~/ui/lists/tab-links'
import type { PageWords } from '~/ui/loading/failed-page'
import { ListSkeleton } from '~/ui/loading/skeleton'
import type { Route } from './+types/refunds-page'
import { RefundRow, type RefundStep, stepOf } from './refund-row'

const title = 'Pengembalian Dana'
const pageSize = 50

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data pengembalian dana' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { page, filters } = readListUrl(request.url, ['state'])
  const state = refundStates.find((known) => known === filters.state) ?? 'due'
  const query = `state=${state}&page=${page}&limit=${pageSize}`
  const { data, total } = await api.get(`/api/admin/refunds?${query}`, RefundList, { signal: request.signal })
  return { data, total, state, page }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function RefundsPage({ loaderData: { data, total, state, page } }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'notification' && event.notification.order_id !== null)
  useEffect(() => {
    if (state === 'due' && moneyCount.store.get().refunds !== total) void moneyCount.refresh()
  }, [state, total])
  return (
    <MoneyGroups
      title={title}
      intro="Pembayaran yang terlambat, berlebih, atau masuk dua kali, pesanan yang Anda batalkan, dan pengembalian sebagian."
      label="Daftar pengembalian dana"
      nothing={nothing[state]}
      tabs={<Tabs state={state} />}
      groups={state === 'due' ? byStep(data) : data.length > 0 ? [{ rows: rowsOf(data) }] : []}
    >
      <div className="mt-6">
        <Pagination page={page} totalPages={Math.ceil(total / pageSize)} hrefOf={(one) => hrefOf(state, one)} />
      </div>
    </MoneyGroups>
  )
}

const steps: Record<RefundStep, { title: string; about: string }> = {
  send: { title: 'Kembalikan lewat Midtrans', about: 'Dananya diambil dari saldo toko di Midtrans.' },
  transfer: { title: 'Transfer ke rekening pembeli', about: 'Transfer dari bank Anda, lalu catat di sini.' },
  ask: { title: 'Minta rekening pembeli', about: 'Pembeli belum mengisi rekening. Minta dulu, lalu transfer.' },
}

const rowsOf = (
  refunds: readonly Refund[],
  { next, tellsWhy = false }: { next?: Refund | undefined; tellsWhy?: boolean } = {},
) =>
  refunds.map((refund) => (
    <RefundRow key={refund.refund_id} refund={refund} isNext={refund === next} tellsWhy={tellsWhy} />
  ))

/** Refunds with the same next step; what can be done at once comes first. */
function byStep(refunds: readonly Refund[]): MoneyGroup[] {
  const groups = (Object.keys(steps) as RefundStep[])
    .map((step) => ({ step, some: refunds.filter((refund) => stepOf(refund) === step) }))
    .filter(({ some }) => some.length > 0)
  const next = groups[0]?.some[0]
  return groups.map(({ step, some }) => {
    const reasons = [...new Set(some.map(({ by_hand_because }) => by_hand_because))]
    const tellsWhy = reasons.length > 1
    const sum = some.reduce((total, { amount }) => total + amount, 0)
    const { title, about } = steps[step]
    const rows = rowsOf(some, { next, tellsWhy })
    return { title, about: [...(tellsWhy ? [] : reasons), about].filter(Boolean).join(' '), rows, sum }
  })
}

const labels: Record<RefundState, string> = {
  due: 'Perlu dikembalikan',
  asked: 'Menunggu Midtrans',
  done: 'Sudah dikembalikan',
}

const nothing: Record<RefundState, string> = {
  due: 'Tidak ada dana yang perlu dikembalikan',
  asked: 'Tidak ada pengembalian yang menunggu jawaban Midtrans',
  done: 'Belum ada dana yang dikembalikan',
}

const hrefOf = (state: RefundState, page = 1) => listHref({ page, size: 10, query: '', filters: { state } })

function Tabs({ state }: { state: RefundState }) {
  const { refunds } = useStore(moneyCount.store)
  const tabs = refundStates.map((one) => ({
    to: hrefOf(one),
    label: labels[one],
    current: one === state,
    ...(one === 'due' && { count: refunds }),
  }))
  return <TabLinks label="Pengembalian dana" tabs={tabs} of="pengembalian dana" />
}
