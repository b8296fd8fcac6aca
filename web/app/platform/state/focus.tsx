import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** For a navigation that changes a part of the page (a tab, a filter, a search while typing): scroll position and focus stay. */
export const keepPlace = { preventScrollReset: true, state: { keepsPlace: true } }

/** Moves the focus to the page's heading, which a screen reader then reads. Nothing scrolls. */
export function focusHeading(): void {
  focusText(document.querySelector<HTMLElement>('main h1'))
}

/** Text that is read and not pressed: it gets the focus, and is no stop of the Tab key. */
function focusText(element: HTMLElement | null): void {
  if (!element) return
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

const isLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * In the root layout. After a navigation the focus is on the heading of the new page, or on the target of the link's hash.
 * One with `keepPlace` leaves the focus where it is. If the focused element is removed (a deleted row, a closed dialog), the
 * heading gets the focus, because a screen reader would lose its place.
 */
export function KeepFocus() {
  const location = useLocation()
  const type = useNavigationType()
  const keepsPlace = type !== 'POP' && (location.state as Partial<typeof keepPlace.state> | null)?.keepsPlace === true
  const shown = useRef(location)

  useEffect(() => {
    // A navigation that fails leads to the shown page, which then has the same key.
    if (shown.current.key === location.key) return
    shown.current = location
    if (keepsPlace && !isLost()) return
    const target = location.hash && document.getElementById(location.hash.slice(1))
    if (target) focusText(target)
    else focusHeading()
  }, [location, keepsPlace])

  useEffect(() => {
    let last: EventTarget | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target
    }
    // In the next frame, so that a component can move the focus itself.
    const removals = new MutationObserver(() => {
      if (!(last instanceof Element) || last.isConnected) return
      last = null
      requestAnimationFrame(() => isLost() && focusHeading())
    })
    document.addEventListener('focusin', remember)
    removals.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      removals.disconnect()
    }
  }, [])
  return null
}
