import type { LoggedIn } from '@camilan/contract/accounts'
import { api, unchecked } from '~/platform/api/api'
import {
  accountEntry,
  changeSession,
  endSession,
  forgetPersonal,
  storedAccount,
  storedSession,
} from '~/platform/api/session'
import { writeStored } from '~/platform/state/storage'
import { toast } from '~/platform/state/toasts'

/** What a login answers. A server of the former release does not say the id. */
type Entered = Pick<LoggedIn, 'token' | 'role'> & { id?: LoggedIn['id'] | undefined }

export const cannotKeepLogin =
  'Peramban ini tidak menyimpan login, jadi Anda harus login lagi setiap kali halaman dibuka atau dimuat ulang.'

/** Whether a login will be there when the next page is loaded. */
export const canKeepLogin = () => writeStored('isKept', '') && writeStored('isKept', null)

/** Begins the session of a login. If another account was in, its session ends, also on the server: no tab has it any more. */
export async function beginSession({ token, id, role }: Entered): Promise<void> {
  const before = storedSession()
  const [, lastUser] = storedAccount()
  if (lastUser !== undefined && lastUser !== id) forgetPersonal()
  // The token last: with it other tabs read whose it is.
  writeStored('account', id === undefined ? null : accountEntry(token, id))
  writeStored('role', role === 'staf' ? role : String(role === 'admin'))
  const isKept = writeStored('token', token)
  changeSession(storedSession())
  if (before.token !== null && (before.account === null || before.account !== id)) {
    await endAtServer(before.token)
  }
  if (!isKept) toast(cannotKeepLogin, 'alert', { on: 'every' })
}

/** After a new password, for which nobody logs in. It has ended the sessions of its account: this may be another's. */
export function logOutHere(): void {
  const { token } = storedSession()
  endSession()
  if (token !== null) void endAtServer(token)
}

/** Of a session that no tab has any more. The server may have ended it already. */
const endAtServer = (token: string) =>
  api.post('/api/auth/logout', undefined, unchecked(), { background: true, token }).catch(console.error)
