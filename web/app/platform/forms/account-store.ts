import { useEffect } from 'react'
import { currentSession, useSession } from '~/platform/api/session'
import { whenIdle } from '~/platform/navigation/when-idle'
import { createStore, type Store, useStore } from '~/platform/state/store'

/** A value of the logged-in account that the header shows on every page. */
export interface AccountStore<T> {
  store: Store<T>
  set(value: T): void
  /** The value of an account that has logged out disappears at once. */
  forgetOthers(): void
  /** Asks the server again. A failure is only logged, and the shown value stays. */
  refresh(): Promise<void>
  /** Asks only if the value of this account is unknown and no answer with it is under way. */
  ensure(): Promise<void>
  /** Takes the value from an answer that a page loads anyway. @returns the answer */
  from<Answer>(answer: Promise<Answer>, pick: (answer: Answer) => T): Promise<Answer>
}

/** @param nothing  the value while nobody is logged in */
export function createAccountStore<T>(nothing: T, load: () => Promise<T>): AccountStore<T> {
  const store = createStore(nothing)
  let loadedFor: string | null = null
  let coming: Promise<unknown> | null = null

  function set(value: T) {
    loadedFor = currentSession().token
    store.set(value)
  }

  function forgetOthers() {
    if (currentSession().token === loadedFor) return
    loadedFor = null
    store.set(nothing)
  }

  async function refresh() {
    forgetOthers()
    if (currentSession().token !== null) await from(load(), (value) => value).catch(console.error)
  }

  async function ensure() {
    await coming?.catch(() => {})
    const { token } = currentSession()
    if (token === null || token !== loadedFor) await refresh()
  }

  async function from<Answer>(answer: Promise<Answer>, pick: (answer: Answer) => T): Promise<Answer> {
    const { token } = currentSession()
    coming = answer
    try {
      const received = await answer
      if (currentSession().token === token) set(pick(received))
      return received
    } finally {
      if (coming === answer) coming = null
    }
  }

  return { store, set, forgetOthers, refresh, ensure, from }
}

/** For a layout: the value is loaded after the layout was mounted, and after another account has logged in. */
export function useAccountStore<T>({ store, ensure, forgetOthers }: AccountStore<T>): T {
  const { token } = useSession()
  useEffect(() => {
    // While the page hydrates, the session is not read yet.
    if (token !== currentSession().token) return
    forgetOthers()
    if (token === null) return
    const leaving = new AbortController()
    whenIdle(() => void ensure(), leaving.signal)
    return () => leaving.abort()
  }, [token, ensure, forgetOthers])
  return useStore(store)
}
