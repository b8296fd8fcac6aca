import { Setup } from '@camilan/contract/setup'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'

/**
 * The list of open steps, with the component that shows it. A shop that has closed its list does not load the component.
 * @returns undefined if it is closed, or can't be loaded, because the dashboard works without it
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
