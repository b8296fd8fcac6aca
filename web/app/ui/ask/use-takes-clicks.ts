import { useEffect, useState } from 'react'

/** The longest time between the clicks of a double click, as systems have it. */
const doubleClickMs = 500

/** Whether a click outside may close it: the second click on the button that has opened it must not. */
export function useTakesClicks(open: boolean): boolean {
  const [takesClicks, setTakesClicks] = useState(false)
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(setTakesClicks, doubleClickMs, true)
    return () => {
      clearTimeout(timer)
      setTakesClicks(false)
    }
  }, [open])
  return takesClicks
}
