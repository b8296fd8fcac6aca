import { searchFold } from '@camilan/contract/texts'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { hasOpenDraft } from '~/platform/forms/use-draft'
import { formatNumber } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import type { Elements } from '~/ui/elements'
import { TextField } from '~/ui/fields/field'

/** With `null` for a new one. */
export type Edited<Item> = Item | null

interface EditedListProps<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** For screen readers: `zona Bandung`. */
  nameOf: (item: Item) => string
  draftOf: (item: Edited<Item>) => string
  mayChange?: (item: Item) => boolean
  /** A long list is searched by these names of an item. */
  search?: { label: string; namesOf: (item: Item) => readonly string[] }
  /** Of an empty list. */
  none: string
  add: string
  row: (item: Item) => Elements
  /** Beside the button that opens its form. */
  actions: (item: Item) => Elements
  form: (item: Edited<Item>, close: () => void) => Elements
}

const searchedFrom = 20
const shownAtOnce = 50

/**
 * Things of the seller, one below the other. The form of one takes its place, and that of a new one is at the end. It stays on the
 * page, also where the search, the limit or another device leaves its thing out.
 */
export function EditedList<Item>(props: EditedListProps<Item>) {
  const { items, keyOf, nameOf, draftOf, mayChange = () => true, search, none, add, row, actions, form } = props
  const { open, press, close, returnsTo } = useOpened(() =>
    [...items, null].find((item) => hasOpenDraft(draftOf(item))),
  )
  const [text, setText] = useState('')
  const [shown, setShown] = useState(shownAtOnce)
  const opened = open?.item ?? null
  const isOpen = (item: Item) => opened !== null && keyOf(item) === keyOf(opened)
  const all = opened === null || items.some(isOpen) ? items : [...items, opened]
  const isNamed = (item: Item) =>
    search?.namesOf(item).some((name) => searchFold(name).includes(searchFold(text))) ?? true
  const found = all.filter((item) => isOpen(item) || isNamed(item))
  const listed = found.filter((item, at) => at < shown || isOpen(item))
  const formOf = (item: Edited<Item>) => <Opened isPressed={open?.isPressed === true}>{form(item, close)}</Opened>
  return (
    <>
      {items.length === 0 && open === null && <p className="mb-4 text-muted">{none}</p>}
      {search && items.length > searchedFrom && (
        <TextField
          label={search.label}
          type="search"
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      )}
      <ul className="divide-y divide-line">
        {listed.map((item) => (
          <li key={keyOf(item)} className="py-4 first:pt-0">
            {isOpen(item) ? (
              formOf(item)
            ) : (
              <div className="grid gap-3 sm:flex sm:items-start sm:justify-between">
                {row(item)}
                <div className="flex shrink-0 flex-wrap gap-2">
                  {mayChange(item) && (
                    <OpenButton
                      isFocused={returnsTo === keyOf(item)}
                      disabled={open !== null}
                      onClick={() => press(item, keyOf(item))}
                    >
                      Ubah
                      <span className="sr-only">{` ${nameOf(item)}`}</span>
                    </OpenButton>
                  )}
                  {open === null && actions(item)}
                </div>
              </div>
            )}
          </li>
        ))}
      </ul>
      {found.length > listed.length && (
        <Button variant="quiet" onClick={() => setShown(found.length)}>
          {`Tampilkan ${formatNumber(found.length - listed.length)} lainnya`}
        </Button>
      )}
      {open?.item === null ? (
        formOf(null)
      ) : (
        <OpenButton isFocused={returnsTo === null} disabled={open !== null} onClick={() => press(null, null)}>
          {add}
        </OpenButton>
      )}
    </>
  )
}

/** Which form is open. One that was left open is shown again. */
function useOpened<Item>(leftOpen: () => Edited<Item> | undefined) {
  const [open, setOpen] = useState<{ item: Edited<Item>; isPressed: boolean } | null>(() => {
    const left = leftOpen()
    return left === undefined ? null : { item: left, isPressed: false }
  })
  /** The key of the thing whose button gets the focus when its form closes; null: that of a new one. */
  const [returnsTo, setReturnsTo] = useState<string | null>()
  return {
    open,
    press(item: Edited<Item>, key: string | null) {
      setOpen({ item, isPressed: true })
      setReturnsTo(key)
    },
    close: () => setOpen(null),
    returnsTo,
  }
}

/** The first field gets the focus if the form was opened by its button, which is gone. */
function Opened({ isPressed, children }: { isPressed: boolean; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isPressed) ref.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [isPressed])
  return <div ref={ref}>{children}</div>
}

/** Opens a form, and has the focus when it comes back in place of the form. */
function OpenButton({ isFocused, ...button }: Omit<ComponentProps<typeof Button>, 'ref'> & { isFocused: boolean }) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) ref.current?.focus()
  }, [isFocused])
  return <Button variant="quiet" ref={ref} {...button} />
}
