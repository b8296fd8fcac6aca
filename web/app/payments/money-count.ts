import type { MoneyList } from '@camilan/contract/money'
import { api, unchecked } from '~/platform/api/api'
import { currentSession } from '~/platform/api/session'
import { createAccountStore } from '~/platform/forms/account-store'

const nothing = { total: 0, refunds: 0 }

/** How much money an administrator has to look at, and how many refunds of it are due. */
export const moneyCount = createAccountStore(nothing, async () => {
  // On a document request the layout is rendered before the guard has run.
  if (!currentSession().isAdmin) return nothing
  const { total, refunds } = await api.get('/api/admin/money?limit=1', unchecked<MoneyList>(), { background: true })
  return { total, refunds }
})
