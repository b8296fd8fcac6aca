import { useEffect, useRef } from 'react'

/** For a row of links that scrolls horizontally: scrolls the current one (`aria-current`) to the middle. */
export function useScrollToCurrent<Row extends HTMLElement>(current: string | undefined) {
  const ref = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls when another link has become the current one
  useEffect(() => {
    const row = ref.current
    const link = row?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!row || !link) return
    const middle = row.getBoundingClientRect().left + row.clientWidth / 2
    row.scrollBy({ left: link.left + link.width / 2 - middle })
  }, [current])
  return ref
}
