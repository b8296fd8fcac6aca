import type { User } from '@camilan/contract/accounts'
import { href, useNavigate } from 'react-router'
import { api, unchecked } from '~/platform/api/api'
import { endSession, learnAccount } from '~/platform/api/session'
import { createAccountStore } from '~/platform/forms/account-store'
import { forgetDraftsEverywhere } from '~/platform/forms/draft'
import { useConfirm } from '~/ui/ask/confirm'

/** The API path of the profile: a customer's, or an administrator's. */
export type ProfilePath = '/api/users/me' | '/api/admin/users/me'

/** The user who is logged in. After a change of the profile: `me.set(user)`. */
export const me = createAccountStore<User | null>(null, () => loadProfile('/api/users/me', { background: true }))
me.store.subscribe(() => {
  const user = me.store.get()
  if (user) learnAccount(user.id)
})

export async function loadProfile(
  path: ProfilePath,
  options: { signal?: AbortSignal; background?: boolean },
): Promise<User> {
  const { data } = await api.get(path, unchecked<{ data: User }>(), options)
  return data
}

/** The token is removed from this browser even if the request to the server fails. */
export async function logOut(): Promise<void> {
  await api.post('/api/auth/logout', undefined, unchecked(), { background: true }).catch(console.error)
  // Before the session, whose end loads other tabs again.
  forgetDraftsEverywhere()
  endSession()
}

/** Asks first. */
export function useLogOut(): () => Promise<void> {
  const confirm = useConfirm()
  const navigate = useNavigate()
  return async () => {
    if (!(await confirm('Ingin keluar sekarang?', { yes: 'Keluar' }))) return
    await logOut()
    navigate(href('/auth/login'))
  }
}
