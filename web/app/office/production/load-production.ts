import { Production } from '@camilan/contract/production'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'

export async function loadProduction(signal: AbortSignal): Promise<Production> {
  const { data } = await api.get('/api/admin/production', success(Production), { signal })
  return data
}
