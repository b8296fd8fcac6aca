import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/** In pixels; a shorter movement is a click. */
const slop = 6

/**
 * Items that are moved by dragging (mouse, pen or finger) and by arrow keys, Home and End.
 * @param move  to the index that the item gets, also while it is dragged
 * @param dropped  after a drag, or a move by a key
 */
export function useMoves<Item>(
  items: readonly Item[],
  move: (item: Item, to: number) => void,
  dropped: () => void = () => {},
) {
  const [dragged, setDragged] = useState<Item>()
  const pressed = useRef<{ item: Item; x: number; y: number }>(undefined)
  const list = useRef<HTMLOListElement>(null)

  function follow({ buttons, clientX, clientY, pointerId }: PointerEvent) {
    if (buttons === 0) pressed.current = undefined // released outside of the list
    if (!list.current || !pressed.current) return
    const { item, x, y } = pressed.current
    if (dragged === undefined) {
      if (Math.hypot(clientX - x, clientY - y) < slop) return
      list.current.setPointerCapture(pointerId)
      setDragged(item)
    }
    const { left, right } = list.current.getBoundingClientRect()
    const inside = Math.min(Math.max(clientX, left), right)
    const places = [...list.current.children].map((child) => child.getBoundingClientRect())
    const under = places.findIndex(
      (place) => clientY >= place.top && clientY <= place.bottom && inside >= place.left && inside <= place.right,
    )
    if (under !== -1 && items[under] !== item) move(item, under)
  }
  return {
    dragged,
    /** Of the list. It captures the pointer, because an element that is moved loses it. */
    list: {
      ref: list,
      onPointerMove: follow,
      onLostPointerCapture({ target, currentTarget }: PointerEvent) {
        if (target !== currentTarget) return // a finger's first capture is that of the handle
        pressed.current = undefined
        setDragged(undefined)
        dropped()
      },
    },
    /** Of the button by which an item is dragged. Pictures in it take no pointer, or a mouse would drag them alone. */
    handle: (item: Item, index: number) => ({
      onPointerDown({ button, clientX: x, clientY: y }: PointerEvent) {
        if (button === 0) pressed.current = { item, x, y }
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const [before, after] = [index - 1, index + 1]
        const keys = { ArrowUp: before, ArrowLeft: before, ArrowDown: after, ArrowRight: after }
        const to = { ...keys, Home: 0, End: items.length - 1 }[event.key]
        if (to === undefined) return
        event.preventDefault()
        const { currentTarget } = event
        move(item, to)
        dropped()
        requestAnimationFrame(() => currentTarget.focus()) // an element that is moved loses the focus
      },
    }),
  }
}
