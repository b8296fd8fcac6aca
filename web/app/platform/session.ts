import type { Role } from '@camilan/contract/accounts'
import { readStored, writeStored } from './storage'
import { createStore, useStore } from './store'

export interface Session {
  token: string | null
  role: Role
  isAdmin: boolean
  /** False on the server and in the first render, before the browser's storage was read. */
  known: boolean
}

const session = createStore<Session>({ token: null, role: 'customer', isAdmin: false, known: false })

function storedSession(): Session {
  const stored = readStored('token')
  // A value that is not allowed in a header can't be one of our tokens, and fetch would throw on it.
  const token = stored !== null && /^[\x21-\x7e]+$/.test(stored) ? stored : null
  const stands = token === null ? null : readStored('role')
  const role = stands === 'true' ? 'admin' : stands === 'staf' ? 'staf' : 'customer'
  return { token, role, isAdmin: role === 'admin', known: true }
}

if (typeof window !== 'undefined') {
  session.set(storedSession())
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === 'token' || key === 'role') session.set(storedSession())
  })
}

export const currentSession = (): Session => session.get()
export const useSession = (): Session => useStore(session)

/** The server has ended the session of this page, and no page has reported it yet. */
let wasEnded = false

/** The sentence for a page that needs an account: that the session has ended, once, or else `usual`. */
export function takeLoginSentence(usual: string): string {
  const sentence = wasEnded ? 'Sesi Anda berakhir, silakan login lagi' : usual
  wasEnded = false
  return sentence
}

/** Whether the user is an administrator was stored before there were roles: 'true' or 'false'. */
export function startSession(token: string, role: Role): void {
  writeStored('token', token)
  writeStored('role', role === 'staf' ? role : String(role === 'admin'))
  wasEnded = false
  session.set(storedSession())
}

/** @param byServer  the server has refused the token */
export function endSession({ byServer = false } = {}): void {
  wasEnded = byServer
  writeStored('token', null)
  writeStored('role', null)
  session.set(storedSession())
}
