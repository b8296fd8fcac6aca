import { useEffect, useRef } from 'react'

/** The pressed button is gone: the focus moves to the first control of what follows. */
export function useContentWithFocus(isOpen: boolean) {
  const content = useRef<HTMLDivElement>(null)
  const before = useRef(isOpen)
  useEffect(() => {
    if (isOpen === before.current) return
    before.current = isOpen
    content.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus({ preventScroll: true })
  }, [isOpen])
  return content
}
