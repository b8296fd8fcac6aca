import { useEffect, useRef } from 'react'

/**
 * Marks a page whose letters alone are enlarged, as browsers inside other apps do: no condition of the style sheet knows of
 * it. Like a page narrower than the smallest phone, it has room for fewer letters (`narrow` in app.css).
 */
export function LetterSize() {
  const fewestLetters = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const ruler = fewestLetters.current
    if (!ruler) return
    const measure = () =>
      document.documentElement.toggleAttribute('data-narrow', ruler.offsetWidth > document.documentElement.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(ruler)
    observer.observe(document.documentElement)
    return () => observer.disconnect()
  }, [])
  return <div ref={fewestLetters} aria-hidden className="invisible fixed top-0 left-0 w-[28ch] print:hidden" />
}
