import { AuditList } from '@camilan/contract/audit'
import { useState } from 'react'
import { api } from '~/platform/api'
import { formatJakartaTime, formatRelativeTime } from '~/platform/formats'
import { Button } from '~/ui/button'
import { changeSentence } from './change-sentence'

interface ChangeHistoryProps {
  subject: 'products' | 'orders'
  id: string
}

/** Who changed what and when, newest first. It is loaded when it is opened. */
export function ChangeHistory({ subject, id }: ChangeHistoryProps) {
  const [list, setList] = useState<AuditList | null>(null)
  const [failed, setFailed] = useState(false)
  const [pending, setPending] = useState(false)

  async function load(page: number) {
    setFailed(false)
    setPending(true)
    try {
      const path = `/api/admin/${subject}/${encodeURIComponent(id)}/audit?page=${page}`
      const next = await api.get(path, AuditList)
      setList((shown) => (page > 1 && shown ? { ...next, data: [...shown.data, ...next.data] } : next))
    } catch (error) {
      console.error(error)
      setFailed(true)
    } finally {
      setPending(false)
    }
  }

  const page = list?.pagination.page ?? 0
  return (
    <details
      className="card min-w-0 px-4 md:px-5"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void load(1)
      }}
    >
      <summary className="-mx-2 rounded-xl px-2 py-3 font-bold">Riwayat perubahan</summary>
      <div aria-busy={pending} className="grid gap-3 pb-4">
        {list?.data.length === 0 && <p className="text-muted">Belum ada perubahan.</p>}
        {list && list.data.length > 0 && (
          <ol className="grid gap-2">
            {list.data.map(({ at, ...entry }) => (
              <li key={entry.id} className="min-w-0 wrap-anywhere">
                {changeSentence(entry)},{' '}
                <time dateTime={at} title={formatJakartaTime(at)} className="text-muted">
                  {formatRelativeTime(at)}
                </time>
              </li>
            ))}
          </ol>
        )}
        {failed && (
          <p role="alert" className="font-semibold text-danger">
            Gagal memuat riwayat perubahan.
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
    </details>
  )
}
