import { type AdminProduct, NewProduct } from '@camilan/contract/catalog'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { useAccountId } from '~/accounts/me'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { toast } from '~/platform/toasts'
import { formatTyped, questionOf, readNumber } from '~/platform/typed-number'
import { closeDraft, discardDraft, hasOpenDraft } from '~/platform/use-draft'
import { useIdempotencyKey } from '~/platform/use-idempotency-key'
import { useMutation } from '~/platform/use-mutation'
import { QuickEditForm } from './quick-edit-form'
import { changedNumbers, changeProduct } from './save-product'

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
  const { revalidate } = useRevalidator()
  const button = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  const { keyFor, renew } = useIdempotencyKey()
  const noun = field === 'price' ? 'harga' : 'stok'
  const draftKey = `quick:${field}:${product.id}`
  const opened: Editing = { text: formatTyped(current), seen: current, problem: null, choices: [], takesFocus: true }

  const account = useAccountId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is shown again
  useEffect(() => {
    if (hasOpenDraft(draftKey, account)) setEditing({ ...opened, takesFocus: false })
  }, [draftKey, account])

  const { pending: saving, run: send } = useMutation({
    do: (change: { value: number; isChange: boolean }, { seen }: Editing) =>
      changeProduct(
        { ...product, [field]: seen },
        change.isChange ? { stock_change: change.value } : { [field]: change.value },
        null,
        keyFor,
      ),
    done: () => {
      toast('Produk berhasil diperbarui!')
      renew()
      discardDraft(draftKey)
    },
    failed: (error, _, { text, seen }) => {
      const now = changedNumbers(error)[field]
      const refused = error instanceof ApiError ? Object.values(error.fields)[0] : undefined
      // The focus does not move if the administrator already does something else.
      const takesFocus = document.activeElement === button.current
      setEditing({
        text,
        seen: now ?? seen,
        problem: refused ?? sentenceOf(error, 'Gagal saat memperbarui produk'),
        choices: now === undefined ? [] : [now],
        takesFocus,
      })
      if (now !== undefined) void revalidate()
    },
    revalidate: 'done',
  })

  useEffect(() => {
    if (editing || !returnsFocus.current) return
    returnsFocus.current = false
    button.current?.focus()
  }, [editing])

  function close() {
    returnsFocus.current = true
    setEditing(null)
  }

  function save(text: string, form: Editing) {
    const read = readNumber(text)
    if (read.kind === 'ambiguous') {
      const { readings: choices } = read
      setEditing({ ...form, text, problem: questionOf(choices), choices, takesFocus: true })
      return
    }
    const isChange = field === 'stock' && read.kind === 'number' && read.sign !== ''
    const value = read.kind === 'number' ? read.value : undefined
    const checked = z.safeParse(NewProduct.shape[field], value === undefined ? text : String(value))
    if (!isChange && !checked.success) {
      const problem = checked.error.issues[0]?.message ?? null
      setEditing({ ...form, text, problem, choices: [], takesFocus: true })
      return
    }
    close()
    if (value === undefined || value === (isChange ? 0 : form.seen)) return void discardDraft(draftKey)
    setSent(isChange ? current + value : value)
    void send({ value, isChange }, { ...form, text })
  }

  if (editing) {
    return (
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
      className="-mx-2 inline-flex min-h-11 min-w-11 items-center rounded-xl px-2 lg:justify-end underline decoration-control decoration-dotted decoration-2 underline-offset-4 hover:bg-soft aria-busy:cursor-progress aria-busy:opacity-55"
    >
      {children(saving ? sent : current)}
    </button>
  )
}
