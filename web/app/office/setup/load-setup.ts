import { Setup } from '@camilan/contract/setup'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'

/**
 * What keeps buyers from ordering, whether their payments are simulated, and the list of open steps with the component that
 * shows it. A shop that has closed its list does not load the component.
 */
export async function loadSetup(signal: AbortSignal) {
  const { data: setup } = await api.get('/api/admin/setup', success(Setup), { signal })
  const list = setup.closed_at === null ? { setup, ...(await import('./setup-list')) } : undefined
  const { mode } = setup.steps.payment
  return { obstacles: setup.obstacles, isSimulated: mode === 'simulation' || mode === 'sandbox', list }
}
