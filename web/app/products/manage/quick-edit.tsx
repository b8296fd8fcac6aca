import type { AdminProduct } from '@camilan/contract/catalog'
import { NewProduct } from '@camilan/contract/product-form'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { formatTyped, readNumber } from '~/platform/forms/typed-number'
import { closeDraft, discardDraft, hasOpenDraft } from '~/platform/forms/use-draft'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { toast } from '~/platform/state/toasts'
import { type KnownPrice, readPriceOnce } from '~/products/form/product-numbers'
import { questionOfPrice } from '~/products/form/read-price'
import { changedNumbers, changeProduct } from '~/products/form/save-product'
import { QuickEditForm } from './quick-edit-form'

interface QuickEditProps {
  product: AdminProduct
  field: 'price' | 'stock'
  /** The number as the list shows it. */
  children: (value: number) => ReactNode
}

interface Editing {
  text: string
  /** The number that the administrator saw when they opened the form. */
  seen: number
  problem: string | null
  /** Numbers that the person may have meant, as buttons. */
  choices: readonly number[]
  takesFocus: boolean
}

/**
 * A number that becomes a small form when it is pressed. The new number is shown at once, and the old one after a failure.
 */
export function QuickEdit({ product, field, children }: QuickEditProps) {
  const current = product[field]
  const [editing, setEditing] = useState<Editing | null>(null)
  const [sent, setSent] = useState(current)
  const button = useRef<HTMLButtonElement>(null)
  const noun = field === 'price' ? 'harga' : 'stok'
  const draftKey = `quick:${field}:${product.id}`
  const opened: Editing = { text: formatTyped(current), seen: current, problem: null, choices: [], takesFocus: true }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is shown again
  useEffect(() => {
    if (hasOpenDraft(draftKey)) setEditing({ ...opened, takesFocus: false })
  }, [draftKey])

  const { pending: saving, run: send } = useSending(product, field, draftKey, (refused) => {
    // The focus does not move if the administrator already does something else.
    setEditing({ ...refused, takesFocus: document.activeElement === button.current })
  })

  function close() {
    flushSync(() => setEditing(null))
    button.current?.focus()
  }

  function save(text: string, form: Editing) {
    // A choice that was offered is accepted the second time.
    const accepted = form.choices.find((choice) => text === formatTyped(choice))
    const change = readChange(text, field, { former: current, accepted })
    if ('problem' in change) return setEditing({ ...form, ...change, text, takesFocus: true })
    const { value, isChange } = change
    close()
    if (value === (isChange ? 0 : form.seen)) return void discardDraft(draftKey)
    setSent(isChange ? current + value : value)
    void send(change, { ...form, text })
  }

  if (editing) {
    return (
      <>
        {/* Holds the width of the column. */}
        <span aria-hidden className="invisible max-xl:hidden">
          {children(current)}
        </span>
        <QuickEditForm
          {...editing}
          draftKey={draftKey}
          initial={formatTyped(current)}
          label={`${noun} ${product.name}`}
          takesChanges={field === 'stock'}
          onSave={(text, seen = editing.seen) => save(text, { ...editing, seen })}
          onClose={() => {
            closeDraft(draftKey)
            close()
          }}
          onCancel={() => {
            discardDraft(draftKey)
            close()
          }}
        />
      </>
    )
  }
  return (
    <button
      ref={button}
      type="button"
      title={`Ubah ${noun} ${product.name}`}
      aria-disabled={saving || undefined}
      aria-busy={saving || undefined}
      onClick={() => {
        if (!saving) setEditing(opened)
      }}
      className="-mx-2 inline-flex min-h-11 min-w-11 items-center rounded-xl px-2 underline lg:justify-end lg:text-right decoration-control decoration-dotted decoration-2 underline-offset-4 hover:bg-soft aria-busy:cursor-progress aria-busy:opacity-55"
    >
      {children(saving ? sent : current)}
    </button>
  )
}

interface Change {
  value: number
  /** The value is added to the stock. */
  isChange: boolean
}

function readChange(
  text: string,
  field: 'price' | 'stock',
  known: KnownPrice,
): Change | Pick<Editing, 'problem' | 'choices'> {
  const read = field === 'price' ? readPriceOnce(text, known) : readNumber(text)
  if (read.kind === 'ambiguous') return { problem: questionOfPrice(text, read.readings), choices: read.readings }
  const number = read.kind === 'number' ? read : undefined
  if (field === 'stock' && number?.sign) return { value: number.value, isChange: true }
  const checked = z.safeParse(NewProduct.shape[field], String(number?.value ?? text))
  if (checked.success) return { value: checked.data, isChange: false }
  return { problem: checked.error.issues[0]?.message ?? null, choices: [] }
}

/** @param onRefused  with the form to show again */
function useSending(
  product: AdminProduct,
  field: 'price' | 'stock',
  draftKey: string,
  onRefused: (form: Omit<Editing, 'takesFocus'>) => void,
) {
  const { revalidate } = useRevalidator()
  const { keyFor, renew } = useIdempotencyKey()
  return useMutation({
    do: ({ value, isChange }: Change, { seen }: Editing) =>
      changeProduct({ ...product, [field]: seen }, isChange ? { stock_change: value } : { [field]: value }, keyFor),
    done: (changed) => {
      toast('Produk berhasil diperbarui!', 'status', changed?.undo)
      renew()
      discardDraft(draftKey)
    },
    failed: (error, _, { text, seen }) => {
      const now = changedNumbers(error)[field]
      const refused = error instanceof ApiError ? Object.values(error.fields)[0] : undefined
      onRefused({
        text,
        seen: now ?? seen,
        problem: refused ?? sentenceOf(error, 'Gagal saat memperbarui produk'),
        choices: now === undefined ? [] : [now],
      })
      if (now !== undefined) void revalidate()
    },
    revalidate: 'done',
  })
}
