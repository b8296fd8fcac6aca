import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type RefObject, useEffect, useState } from 'react'

interface ScrollArrowsProps {
  row: RefObject<HTMLElement | null>
}

/** Arrows at the edges of a row that scrolls sideways, where it hides something. Their parent is as large as the row. */
export function ScrollArrows({ row }: ScrollArrowsProps) {
  const [left, setLeft] = useState(false)
  const [right, setRight] = useState(false)
  useEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      setLeft(scrollLeft > 8)
      setRight(scrollLeft + clientWidth < scrollWidth - 8)
    }
    const resized = new ResizeObserver(look)
    resized.observe(element)
    for (const child of element.children) resized.observe(child)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [row])
  return (
    <>
      {left && <Arrow row={row} side="left" />}
      {right && <Arrow row={row} side="right" />}
    </>
  )
}

/** Keys and screen readers reach what is hidden without it. */
function Arrow({ row, side }: ScrollArrowsProps & { side: 'left' | 'right' }) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      onClick={() => row.current?.scrollTo({ left: side === 'left' ? 0 : row.current.scrollWidth })}
      className={`absolute inset-y-0 grid w-11 place-items-center from-(--behind,var(--color-page)) from-65% to-transparent ${side === 'left' ? 'left-0 bg-linear-to-r' : 'right-0 bg-linear-to-l'}`}
    >
      <Icon className="size-5 text-muted" />
    </button>
  )
}
