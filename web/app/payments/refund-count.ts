import { RefundList } from '@camilan/contract/refunds'
import { createAccountStore } from '~/platform/account-store'
import { api } from '~/platform/api'
import { currentSession } from '~/platform/session'

/** The number of refunds that are due, only for administrators. */
export const refundCount = createAccountStore(0, async () => {
  // On a document request the layout is rendered before the guard has run.
  if (!currentSession().isAdmin) return 0
  const { total } = await api.get('/api/admin/refunds?limit=1', RefundList, { background: true })
  return total
})
