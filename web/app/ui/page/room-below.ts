/** What is fixed at the bottom of the window takes its room from the page, so that it covers nothing. */
import { type RefObject, useEffect, useRef } from 'react'

type HeightVariable = '--bar-height' | '--messages-height'

/** Gives the style sheet the height of an element while it is shown and fixed. */
export function useHeightVariable(ref: RefObject<HTMLElement | null>, name: HeightVariable): void {
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const { style } = document.documentElement
    let own = ''
    function clear() {
      if (own !== '' && style.getPropertyValue(name) === own) style.removeProperty(name)
      own = ''
    }
    const observer = new ResizeObserver(() => {
      const isFixed = element.offsetHeight > 0 && getComputedStyle(element).position === 'fixed'
      if (isFixed) own = setHeight(element, name)
      else clear()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      clear()
    }
  }, [ref, name])
}

function setHeight({ offsetHeight }: HTMLElement, name: HeightVariable): string {
  // The style sheet adds the inset, which a bar contains.
  const height = name === '--bar-height' ? `calc(${offsetHeight}px - env(safe-area-inset-bottom))` : `${offsetHeight}px`
  document.documentElement.style.setProperty(name, height)
  return height
}

/** Moves what was pressed, with as much around it as has room, out from behind the messages. */
export function usePressedInSight(ref: RefObject<HTMLElement | null>, newest: number | undefined): void {
  const pressed = useRef<Element>(null)
  useEffect(() => {
    const note = ({ target }: Event) => {
      pressed.current = target instanceof Element && !ref.current?.contains(target) ? target : null
    }
    document.addEventListener('click', note, true)
    return () => document.removeEventListener('click', note, true)
  }, [ref])
  useEffect(() => {
    const messages = ref.current
    if (newest === undefined || !messages || !pressed.current?.isConnected) return
    setHeight(messages, '--messages-height') // the end of the page can then be moved, too
    moveInSight(pressed.current, messages.getBoundingClientRect().top)
  }, [ref, newest])
}

function moveInSight(pressed: Element, edge: number): void {
  if (pressed.closest('dialog')) pressed.scrollIntoView({ block: 'nearest' })
  if (pressed.closest('dialog, header, nav, .action-bar')) return
  const start = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
  let block = pressed
  for (let outer = pressed.parentElement; outer && outer.offsetHeight <= edge - start; outer = outer.parentElement)
    block = outer
  const { top, bottom } = block.getBoundingClientRect()
  if (bottom > edge) window.scrollBy({ top: Math.max(0, Math.min(bottom - edge, top - start)), behavior: 'instant' })
}
