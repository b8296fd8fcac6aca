import { useCallback, useState } from 'react'

/** Whether some work is under way: `const [pending, run] = usePending()`, `onClick={() => run(save)}`. */
export function usePending(): [boolean, (work: () => Promise<void>) => Promise<void>] {
  const [pending, setPending] = useState(false)
  const run = useCallback(async (work: () => Promise<void>) => {
    setPending(true)
    try {
      await work()
    } finally {
      setPending(false)
    }
  }, [])
  return [pending, run]
}
