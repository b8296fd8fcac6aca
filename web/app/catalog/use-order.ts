import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/** Near the edge of the window, in pixels, a drag scrolls the page. */
const edge = 90

/**
 * An order that is changed by dragging (mouse, pen or finger), by arrow keys, Home and End, and by buttons. `announced` says
 * the last move to a screen reader.
 */
export function useOrder<Item extends { id: string; name: string }>(initial: readonly Item[]) {
  const [items, setItems] = useState(initial)
  const [announced, setAnnounced] = useState('')
  const [dragged, setDragged] = useState<string>()
  const list = useRef<HTMLOListElement>(null)

  function move(item: Item, to: number) {
    const others = items.filter(({ id }) => id !== item.id)
    const place = Math.min(Math.max(to, 0), others.length)
    if (items[place]?.id === item.id) return
    setItems(others.toSpliced(place, 0, item))
    setAnnounced(`${item.name}: urutan ${place + 1} dari ${items.length}`)
  }
  function follow({ clientY }: PointerEvent) {
    const item = items.find(({ id }) => id === dragged)
    if (!item) return
    if (clientY < edge) window.scrollBy(0, -edge / 6)
    if (clientY > window.innerHeight - edge) window.scrollBy(0, edge / 6)
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const under = rows.findIndex(({ top, bottom }) => clientY >= top && clientY <= bottom)
    if (under !== -1) move(item, under)
  }
  return {
    items,
    announced,
    dragged,
    move,
    /** Adds items that follow those shown. */
    append: (more: readonly Item[]) =>
      setItems((known) => [...known, ...more.filter(({ id }) => known.every((one) => one.id !== id))]),
    /** Of the list. It captures the pointer, because an element that is moved loses it. */
    list: { ref: list, onPointerMove: follow, onLostPointerCapture: () => setDragged(undefined) },
    /** Of the button by which an item is dragged. */
    handle: (item: Item, index: number) => ({
      onPointerDown({ button, pointerId }: PointerEvent) {
        if (button !== 0) return
        list.current?.setPointerCapture(pointerId)
        setDragged(item.id)
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length }[event.key]
        if (to === undefined) return
        event.preventDefault()
        const { currentTarget } = event
        move(item, to)
        requestAnimationFrame(() => currentTarget.focus()) // an element that is moved loses the focus
      },
    }),
  }
}
