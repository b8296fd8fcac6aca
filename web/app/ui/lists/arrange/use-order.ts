import { type PointerEvent, useRef, useState } from 'react'
import { useMutation } from '~/platform/api/use-mutation'
import { useLeaveQuestion } from '~/ui/ask/leave-guard'
import { useMoves } from './use-moves'

/** Near the edge of the window, in pixels, a drag scrolls the page. */
const edge = 90

/** An item with its name as it is read out. */
export interface Ordered {
  id: string
  name: string
}

/**
 * An order of the page's own, saved after each move: when a dragged item is dropped, or a key or button has moved it.
 * Moves during a save are saved together after it. `announced` says the last move to a screen reader.
 * @param present  in the order of the shop; items that are added later follow those that were there
 * @param save  all ids in their order: of two devices the last one stands
 */
export function useOrder<Item extends Ordered>(
  present: readonly Item[],
  save: (ids: readonly string[]) => Promise<unknown>,
) {
  const [places, setPlaces] = useState<ReadonlyMap<string, number>>(new Map())
  const items = present.toSorted((a, b) => (places.get(a.id) ?? places.size) - (places.get(b.id) ?? places.size))
  const [announced, setAnnounced] = useState('')
  const [isUnsaved, setUnsaved] = useState(false)
  useLeaveQuestion(isUnsaved, 'Tinggalkan halaman? Urutan yang belum disimpan akan hilang.')
  const unsaved = useRef<readonly string[]>(undefined)
  const { pending, run } = useMutation({
    async do() {
      while (unsaved.current) {
        const ids = unsaved.current
        await save(ids)
        if (unsaved.current === ids) unsaved.current = undefined
      }
    },
    done: () => setUnsaved(false),
    failed: 'Gagal menyimpan urutan',
  })
  const saveMoved = () => {
    if (unsaved.current) void run()
  }
  const { list, ...moves } = useMoves(items, place, saveMoved)

  function place(item: Item, to: number) {
    const others = items.filter(({ id }) => id !== item.id)
    const index = Math.min(Math.max(to, 0), others.length)
    if (items[index]?.id === item.id) return
    unsaved.current = others.toSpliced(index, 0, item).map(({ id }) => id)
    setPlaces(new Map(unsaved.current.map((id, nth) => [id, nth])))
    setUnsaved(true)
    setAnnounced(`${item.name}: urutan ${index + 1} dari ${items.length}`)
  }
  return {
    ...moves,
    items,
    announced,
    /** Saved as soon as it is moved. */
    move(item: Item, to: number) {
      place(item, to)
      saveMoved()
    },
    isUnsaved,
    pending,
    save: run,
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
