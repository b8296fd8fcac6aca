import { useEffect } from 'react'
import { noAnswer } from './api-error'
import { toast } from './toasts'

/**
 * In the root layout. Without a network it stops navigations: the next page can't be loaded, and if its code is missing
 * too, the browser would replace this page by its own error page.
 */
export function StayWhileOffline() {
  useEffect(() => {
    function stay(event: Event) {
      if (navigator.onLine || !leavesPage(event)) return
      event.preventDefault()
      toast(noAnswer().message, 'alert')
    }
    window.addEventListener('click', stay, { capture: true })
    window.addEventListener('submit', stay, { capture: true })
    return () => {
      window.removeEventListener('click', stay, { capture: true })
      window.removeEventListener('submit', stay, { capture: true })
    }
  }, [])
  return null
}

/** A link inside the shop, or a search. */
function leavesPage({ type, target }: Event): boolean {
  if (!(target instanceof Element)) return false
  return type === 'submit' ? target.matches('[role="search"]') : target.closest('a[href^="/"]') !== null
}
