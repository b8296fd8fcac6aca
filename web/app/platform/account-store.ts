import { useEffect } from 'react'
import { currentSession, useSession } from './session'
import { createStore, type Store, useStore } from './store'

/** A value of the logged-in account that the header shows on every page. */
export interface AccountStore<T> {
  store: Store<T>
  set(value: T): void
  /** Asks the server again. A failure is only logged, and the shown value stays. */
  refresh(): Promise<void>
}

/** @param nothing  the value while nobody is logged in */
export function createAccountStore<T>(nothing: T, load: () => Promise<T>): AccountStore<T> {
  const store = createStore(nothing)
  let loadedFor: string | null = null

  function set(value: T) {
    loadedFor = currentSession().token
    store.set(value)
  }

  async function refresh() {
    const { token } = currentSession()
    if (token !== loadedFor) set(nothing)
    if (token === null) return
    try {
      const value = await load()
      if (currentSession().token === token) set(value)
    } catch (error) {
      console.error(error)
    }
  }

  return { store, set, refresh }
}

/** For a layout: the value is loaded when the layout is mounted and when another account logs in. */
export function useAccountStore<T>({ store, refresh }: AccountStore<T>): T {
  const { token } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token is another account's value
  useEffect(() => {
    void refresh()
  }, [token, refresh])
  return useStore(store)
}
