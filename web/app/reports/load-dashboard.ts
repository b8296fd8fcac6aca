import { Dashboard } from '@camilan/contract/reports'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'

/** @param days how many Jakarta days the revenue per day and the best sellers cover */
export async function loadDashboard(days: number, signal: AbortSignal): Promise<Dashboard> {
  const { data } = await api.get(`/api/admin/dashboard?days=${days}`, success(Dashboard), { signal })
  return data
}
