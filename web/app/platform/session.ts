import { readStored, writeStored } from './storage'
import { createStore, useStore } from './store'

export interface Session {
  token: string | null
  isAdmin: boolean
  /** False on the server and in the first render, before the browser's storage was read. */
  known: boolean
}

const session = createStore<Session>({ token: null, isAdmin: false, known: false })

function storedSession(): Session {
  const stored = readStored('token')
  // A value that is not allowed in a header can't be one of our tokens, and fetch would throw on it.
  const token = stored !== null && /^[\x21-\x7e]+$/.test(stored) ? stored : null
  return { token, isAdmin: token !== null && readStored('role') === 'true', known: true }
}

if (typeof window !== 'undefined') {
  session.set(storedSession())
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === 'token' || key === 'role') session.set(storedSession())
  })
}

export const currentSession = (): Session => session.get()
export const useSession = (): Session => useStore(session)

export function startSession(token: string, isAdmin: boolean): void {
  writeStored('token', token)
  writeStored('role', String(isAdmin))
  session.set(storedSession())
}

export function endSession(): void {
  writeStored('token', null)
  writeStored('role', null)
  session.set(storedSession())
}
