import { type AuditEntry, AuditList } from '@camilan/contract/audit'
import { api } from '~/platform/api/api'
import { changeSentence } from './change-sentence'
import { HistoryList } from './history-list'

interface ChangeHistoryProps {
  subject: 'products' | 'orders'
  id: string
}

export function ChangeHistory({ subject, id }: ChangeHistoryProps) {
  return (
    <HistoryList<AuditEntry>
      title="Riwayat perubahan"
      load={(page) => api.get(`/api/admin/${subject}/${encodeURIComponent(id)}/audit?page=${page}`, AuditList)}
      empty="Belum ada perubahan. Yang diubah administrator tercatat di sini."
      failed="Gagal memuat riwayat perubahan."
    >
      {changeSentence}
    </HistoryList>
  )
}
