import { Setup } from '@camilan/contract/setup'
import { success } from '@camilan/contract/wire'
import { api, unchecked } from '~/platform/api'

const Answer = success(Setup)

/** Undefined where it can't be loaded: the pages that show it have more important things. */
export async function loadSetup(signal: AbortSignal): Promise<Setup | undefined> {
  try {
    return (await api.get('/api/admin/setup', Answer, { signal })).data
  } catch (error) {
    signal.throwIfAborted()
    console.error(error)
    return undefined
  }
}

export const changeSetup = (change: { closed: boolean } | { delivery_confirmed: true }) =>
  api.put('/api/admin/setup', change, Answer)

/** The answer says whether the mail server took it. */
export const sendTestMail = () =>
  api.post('/api/admin/settings/mail-server/test', undefined, unchecked<{ message: string }>())
