import { Setup } from '@camilan/contract/setup'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'

/**
 * The list of what the shop still needs, with what shows it: a shop that has closed its list does not load that.
 * @returns undefined where it is closed, or can't be loaded: the dashboard has more important things
 */
export async function loadOpenSetup(signal: AbortSignal) {
  try {
    const { data: setup } = await api.get('/api/admin/setup', success(Setup), { signal })
    if (setup.closed_at !== null) return undefined
    const { SetupList } = await import('./setup-list')
    return { setup, SetupList }
  } catch (error) {
    signal.throwIfAborted()
    console.error(error)
    return undefined
  }
}
