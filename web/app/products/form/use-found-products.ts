import { type AdminProduct, AdminProductList } from '@camilan/contract/catalog'
import { searchTextOf } from '@camilan/contract/texts'
import { useEffect, useState } from 'react'
import { api } from '~/platform/api/api'
import { typingPauseMs } from '~/ui/lists/list-search'

/** The first products that a search finds, for a list to choose from, once typing pauses. None without a search. */
export function useFoundProducts(query: string): readonly AdminProduct[] {
  const [found, setFound] = useState<readonly AdminProduct[]>([])
  useEffect(() => {
    if (searchTextOf(query) === null) return setFound([])
    const stop = new AbortController()
    const path = `/api/admin/products?${new URLSearchParams({ query, limit: '5' })}`
    const timer = window.setTimeout(() => {
      api.get(path, AdminProductList, { signal: stop.signal }).then(
        ({ data }) => setFound(data),
        () => {},
      )
    }, typingPauseMs)
    return () => {
      window.clearTimeout(timer)
      stop.abort()
    }
  }, [query])
  return found
}
