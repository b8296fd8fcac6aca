import { type AuditEntry, AuditList } from '@camilan/contract/audit'
import { type ReactNode, useState } from 'react'
import { api } from '~/platform/api/api'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatJakartaTime, formatRelativeTime } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { Fold } from '~/ui/ask/fold'
import { changeSentence, wordsOfCodes } from './change-sentence'

interface Entry {
  id: string
  at: string
}

interface HistoryListProps<Row extends Entry> {
  title: string
  /** Loads a page, the newest entries first. */
  load: (page: number) => Promise<{ data: Row[]; pagination: { page: number; total_page: number } }>
  /** An entry in words, without its time. */
  children: (row: Row) => ReactNode
  empty: string
  failed: string
}

/** The entries with their times, newest first. They are loaded when the list is opened. */
export function HistoryList<Row extends Entry>({
  title,
  load: loadPage,
  children,
  empty,
  failed: problem,
}: HistoryListProps<Row>) {
  const [list, setList] = useState<Awaited<ReturnType<typeof loadPage>> | null>(null)
  const [failed, setFailed] = useState(false)
  const [pending, setPending] = useState(false)

  async function load(page: number) {
    setFailed(false)
    setPending(true)
    try {
      const next = await loadPage(page)
      // An entry that came meanwhile has shifted the others: some of them are shown already.
      setList((shown) => (page > 1 && shown ? { ...next, data: withoutRepeats([...shown.data, ...next.data]) } : next))
    } catch (error) {
      console.error(error)
      setFailed(true)
    } finally {
      setPending(false)
    }
  }

  const page = list?.pagination.page ?? 0
  return (
    <Fold
      title={<span className="text-17 font-bold">{title}</span>}
      onOpen={() => void load(1)}
      className="card min-w-0 px-4 py-1 md:px-5"
    >
      <div aria-busy={pending} className="grid gap-3">
        {list?.data.length === 0 && <p className="text-muted">{empty}</p>}
        {list && list.data.length > 0 && (
          <ol className="grid gap-2">
            {list.data.map((row) => (
              <li key={row.id} className="min-w-0 wrap-anywhere">
                <span>{children(row)}</span>,{' '}
                <time dateTime={row.at} title={formatJakartaTime(row.at)} className="text-muted">
                  {formatRelativeTime(row.at)}
                </time>
              </li>
            ))}
          </ol>
        )}
        {failed && (
          <p role="alert" className="font-semibold text-danger">
            {problem}
          </p>
        )}
        {(failed || (list && page < list.pagination.total_page)) && (
          <div>
            <Button variant="quiet" pending={pending} onClick={() => load(page + 1)}>
              {failed ? 'Coba lagi' : 'Tampilkan yang lebih lama'}
            </Button>
          </div>
        )}
        {pending && !list && (
          <p role="status" className="text-muted">
            Memuat...
          </p>
        )}
      </div>
    </Fold>
  )
}

const withoutRepeats = <Row extends Entry>(rows: Row[]) => [...new Map(rows.map((row) => [row.id, row])).values()]

interface ChangeHistoryProps {
  subject: 'products' | 'orders'
  id: string
}

export function ChangeHistory({ subject, id }: ChangeHistoryProps) {
  const { terms } = useShopInfo()
  return (
    <HistoryList<AuditEntry>
      title="Riwayat perubahan"
      load={(page) => api.get(`/api/admin/${subject}/${encodeURIComponent(id)}/audit?page=${page}`, AuditList)}
      empty="Belum ada perubahan. Yang diubah administrator tercatat di sini."
      failed="Gagal memuat riwayat perubahan."
    >
      {(entry) => changeSentence(entry, wordsOfCodes(terms))}
    </HistoryList>
  )
}
