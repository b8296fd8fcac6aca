import { User } from '@camilan/contract/accounts'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'

/** Where a profile is read and changed: a customer's, or an administrator's. */
export type ProfilePath = '/api/users/me' | '/api/admin/users/me'

export async function loadProfile(path: ProfilePath, signal: AbortSignal): Promise<User> {
  const { data } = await api.get(path, success(User), { signal })
  return data
}
