import { useEffect, useEffectEvent, useState } from 'react'

/** What `load` imports, for a part of a page that few readers need. Undefined until then; null if it can't be loaded. */
export function useLoaded<T>(load: () => Promise<T>): T | null | undefined {
  const [loaded, setLoaded] = useState<T | null>()
  const start = useEffectEvent(load)
  useEffect(() => {
    let isShown = true
    start().then(
      (part) => isShown && setLoaded(() => part),
      () => isShown && setLoaded(null),
    )
    return () => {
      isShown = false
    }
  }, [])
  return loaded
}
