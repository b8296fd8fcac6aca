import { useState } from 'react'
import { hasOpenDraft } from '~/platform/forms/use-draft'
import { Button } from '~/ui/ask/button'
import type { Elements } from '~/ui/elements'

/** With `null` for a new one. */
export type Edited<Item> = Item | null

interface EditedListProps<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** For screen readers: `zona Bandung`. */
  nameOf: (item: Item) => string
  draftOf: (item: Edited<Item>) => string
  mayChange?: (item: Item) => boolean
  /** Of an empty list. */
  none: string
  add: string
  row: (item: Item) => Elements
  /** Beside the button that opens its form. */
  actions: (item: Item) => Elements
  form: (item: Edited<Item>, close: () => void) => Elements
}

/** Things of the seller, one below the other. The form of one takes its place, and that of a new one is at the end. */
export function EditedList<Item>(props: EditedListProps<Item>) {
  const { items, keyOf, nameOf, draftOf, mayChange = () => true, none, add, row, actions, form } = props
  // A form that was left open is shown again.
  const [open, setOpen] = useState<{ key: string | null } | null>(() => {
    const left = [...items, null].find((item) => hasOpenDraft(draftOf(item)))
    return left === undefined ? null : { key: left && keyOf(left) }
  })
  const close = () => setOpen(null)
  return (
    <>
      {items.length === 0 && open === null && <p className="mb-4 text-muted">{none}</p>}
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={keyOf(item)} className="py-4 first:pt-0">
            {open?.key === keyOf(item) ? (
              form(item, close)
            ) : (
              <div className="grid gap-3 sm:flex sm:items-start sm:justify-between">
                {row(item)}
                <div className="flex shrink-0 flex-wrap gap-2">
                  {mayChange(item) && (
                    <Button variant="quiet" disabled={open !== null} onClick={() => setOpen({ key: keyOf(item) })}>
                      Ubah
                      <span className="sr-only">{` ${nameOf(item)}`}</span>
                    </Button>
                  )}
                  {open === null && actions(item)}
                </div>
              </div>
            )}
          </li>
        ))}
      </ul>
      {open?.key === null ? (
        form(null, close)
      ) : (
        <Button variant="quiet" disabled={open !== null} onClick={() => setOpen({ key: null })}>
          {add}
        </Button>
      )}
    </>
  )
}
