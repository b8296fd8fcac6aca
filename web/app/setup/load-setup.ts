import { Setup } from '@camilan/contract/setup'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'

/** Undefined where it can't be loaded: the dashboard has more important things. */
export async function loadSetup(signal: AbortSignal): Promise<Setup | undefined> {
  try {
    return (await api.get('/api/admin/setup', success(Setup), { signal })).data
  } catch (error) {
    signal.throwIfAborted()
    console.error(error)
    return undefined
  }
}
