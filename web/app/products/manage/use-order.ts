import { type PointerEvent, useState } from 'react'
import { useMoves } from './use-moves'

/** Near the edge of the window, in pixels, a drag scrolls the page. */
const edge = 90

/** An order of the page's own. `announced` says the last move to a screen reader. */
export function useOrder<Item extends { id: string; name: string }>(initial: readonly Item[]) {
  const [items, setItems] = useState(initial)
  const [announced, setAnnounced] = useState('')
  const { list, ...moves } = useMoves(items, move)

  function move(item: Item, to: number) {
    const others = items.filter(({ id }) => id !== item.id)
    const place = Math.min(Math.max(to, 0), others.length)
    if (items[place]?.id === item.id) return
    setItems(others.toSpliced(place, 0, item))
    setAnnounced(`${item.name}: urutan ${place + 1} dari ${items.length}`)
  }
  return {
    ...moves,
    items,
    announced,
    move,
    /** Adds items that follow those shown. */
    append: (more: readonly Item[]) =>
      setItems((known) => [...known, ...more.filter(({ id }) => known.every((one) => one.id !== id))]),
    list: {
      ...list,
      onPointerMove(event: PointerEvent) {
        if (moves.dragged && event.clientY < edge) window.scrollBy(0, -edge / 6)
        if (moves.dragged && event.clientY > window.innerHeight - edge) window.scrollBy(0, edge / 6)
        list.onPointerMove(event)
      },
    },
  }
}
