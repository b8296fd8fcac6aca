import { RefundList } from '@camilan/contract/refunds'
import { createAccountStore } from '~/platform/account-store'
import { api } from '~/platform/api'

/** How many payments wait to be given back; for administrators only. */
export const refundCount = createAccountStore(0, async () => {
  const { total } = await api.get('/api/admin/refunds?limit=1', RefundList, { background: true })
  return total
})
