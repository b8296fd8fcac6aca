import { type AuditEntry, AuditList } from '@camilan/contract/audit'
import { changeSentence } from '~/people/audit/change-sentence'
import { HistoryList } from '~/people/audit/history-list'
import { api } from '~/platform/api/api'
import { settingWords } from './setting-words'

/** Who changed which setting, and when. */
export function SettingsHistory() {
  return (
    <HistoryList<AuditEntry>
      title="Riwayat perubahan"
      load={(page) => api.get(`/api/admin/settings/audit?page=${page}`, AuditList)}
      empty="Belum ada perubahan."
      failed="Gagal memuat riwayat perubahan."
    >
      {(entry) => changeSentence(entry, settingWords)}
    </HistoryList>
  )
}
