import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import type { ReactNode } from 'react'
import { Button } from '~/ui/ask/button'
import { IconButton } from '~/ui/ask/icon-button'
import type { Elements } from '~/ui/elements'
import type { Ordered, useOrder } from './use-order'

interface ArrangedListProps<Item extends Ordered> {
  order: ReturnType<typeof useOrder<Item>>
  /** Part of the handle by which an item is dragged. */
  picture?: (item: Item) => Elements
  /** Below the name. */
  note: (item: Item) => ReactNode
  /** Before and after the buttons that move the item. */
  before?: (item: Item, index: number) => Elements
  after?: (item: Item) => Elements
}

/** Items that are arranged by dragging, keys and buttons. */
export function ArrangedList<Item extends Ordered>({ order, picture, note, before, after }: ArrangedListProps<Item>) {
  const { items, list, announced, dragged, handle, move } = order
  return (
    <>
      <ol {...list} className="divide-y divide-line">
        {items.map((item, index) => (
          <li
            key={item.id}
            className={`flex items-center gap-2 py-2 narrow:flex-wrap ${item.id === dragged?.id ? 'rounded-xl bg-accent-soft' : ''}`}
          >
            <button
              type="button"
              aria-label={`Urutan ${item.name}: ${index + 1}`}
              aria-keyshortcuts="ArrowUp ArrowDown Home End"
              {...handle(item, index)}
              className="flex min-h-11 min-w-11 shrink-0 cursor-grab touch-none items-center justify-center rounded-xl select-none active:cursor-grabbing active:bg-soft not-has-[img]:-ml-3"
            >
              <GripVertical aria-hidden className={`size-5 text-muted ${picture ? 'max-sm:hidden' : ''}`} />
              {picture && <span className="pointer-events-none w-12">{picture(item)}</span>}
            </button>
            <div className="min-w-0 grow narrow:basis-[12ch]">
              <p className="line-clamp-3 font-semibold wrap-anywhere">{item.name}</p>
              <p className="text-13 text-muted empty:hidden">{note(item)}</p>
            </div>
            <div className="-mr-2.5 flex shrink-0">
              {before?.(item, index)}
              <IconButton
                icon={ArrowUp}
                label={`Naikkan ${item.name}`}
                disabled={index === 0}
                onClick={() => move(item, index - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`Turunkan ${item.name}`}
                disabled={index === items.length - 1}
                onClick={() => move(item, index + 1)}
              />
              {after?.(item)}
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  )
}

type OrderStateProps = Pick<ReturnType<typeof useOrder>, 'isUnsaved' | 'pending' | 'save'>

/** Nothing until something was moved and could not be saved. */
export function OrderState({ isUnsaved, pending, save }: OrderStateProps) {
  if (!isUnsaved || pending) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="font-semibold text-danger">Urutan belum tersimpan.</p>
      <Button variant="quiet" onClick={() => void save()}>
        Simpan lagi
      </Button>
    </div>
  )
}
