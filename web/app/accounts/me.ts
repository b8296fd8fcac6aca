import { User } from '@camilan/contract/accounts'
import { success } from '@camilan/contract/wire'
import { createAccountStore } from '~/platform/account-store'
import { api } from '~/platform/api'

/** Who is logged in. After a change of the profile: `me.set(user)`. */
export const me = createAccountStore<User | null>(null, async () => {
  const { data } = await api.get('/api/users/me', success(User), { background: true })
  return data
})
