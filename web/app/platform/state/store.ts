import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
  /** The value that the server renders, and so also the first render in the browser. */
  onServer: T
}

/** A value outside React, which code outside components can change. Set in the browser only. */
export function createStore<T>(onServer: T): Store<T> {
  let value = onServer
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onServer,
  }
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, () => store.onServer)
}
