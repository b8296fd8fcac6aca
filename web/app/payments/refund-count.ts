import { RefundList } from '@camilan/contract/refunds'
import { createAccountStore } from '~/platform/account-store'
import { api } from '~/platform/api'
import { currentSession } from '~/platform/session'

/** How many payments wait to be given back; for administrators only. */
export const refundCount = createAccountStore(0, async () => {
  // The layout shows for a moment what the guard then leads away from.
  if (!currentSession().isAdmin) return 0
  const { total } = await api.get('/api/admin/refunds?limit=1', RefundList, { background: true })
  return total
})
