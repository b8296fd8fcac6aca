import { demoRefusal } from '@camilan/contract/accounts'
import { useCallback, useEffect, useState } from 'react'
import { me } from '~/people/me'
import { api, type Schema } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { useStore } from '~/platform/state/store'

/** The state that a section loads itself. `refused` is the server's sentence for an account that may not see it. */
export type PrivateState<T> =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'refused'; sentence: string }
  | { kind: 'loaded'; data: T }

/** The state of secrets. A demo account does not ask for it, because the server would refuse. */
export function usePrivateState<T>(path: string, schema: Schema<{ data: T }>) {
  const [state, setState] = useState<PrivateState<T>>({ kind: 'loading' })
  const isDemo = useStore(me.store)?.is_demo === true
  const load = useCallback(
    async (signal?: AbortSignal) => {
      setState({ kind: 'loading' })
      try {
        const { data } = await api.get(path, schema, signal && { signal })
        setState({ kind: 'loaded', data })
      } catch (error) {
        if (signal?.aborted) return
        if (error instanceof ApiError && error.code === 'FORBIDDEN')
          setState({ kind: 'refused', sentence: error.message })
        else setState({ kind: 'failed' })
      }
    },
    [path, schema],
  )
  useEffect(() => {
    if (isDemo) return setState({ kind: 'refused', sentence: demoRefusal })
    const end = new AbortController()
    void load(end.signal)
    return () => end.abort()
  }, [load, isDemo])
  return { state, set: (data: T) => setState({ kind: 'loaded', data }), reload: () => void load() }
}
