import { useEffect, useState } from 'react'
import { clockOffsetMs } from './server-time'
import { useStore } from './store'

/** The current time in milliseconds, by the server's clock. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now + useStore(clockOffsetMs)
}
