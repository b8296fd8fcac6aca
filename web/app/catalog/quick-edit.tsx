import { type AdminProduct, NewProduct } from '@camilan/contract/catalog'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { sentenceOf } from '~/platform/api-error'
import { useMutation } from '~/platform/use-mutation'
import { QuickEditForm } from './quick-edit-form'
import { changedStock, changePriceOrStock } from './save-product'

interface QuickEditProps {
  product: AdminProduct
  field: 'price' | 'stock'
  /** How the number is shown in the list. */
  children: (value: number) => ReactNode
}

interface Draft {
  text: string
  /** The number that the administrator saw when they opened the form. */
  seen: number
  problem: string | null
  takesFocus: boolean
}

/** A number that becomes a small form when it is pressed. The new number is shown at once, and the old one after a failure. */
export function QuickEdit({ product, field, children }: QuickEditProps) {
  const current = product[field]
  const [draft, setDraft] = useState<Draft | null>(null)
  const [sent, setSent] = useState(current)
  const { revalidate } = useRevalidator()
  const button = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  const noun = field === 'price' ? 'harga' : 'stok'
  const { pending: saving, run: send } = useMutation({
    do: (value: number, { seen }: Draft) =>
      changePriceOrStock(product.id, field === 'price' ? { price: value } : { stock: value, expected_stock: seen }),
    done: 'Produk berhasil diperbarui!',
    failed: (error, _, { text, seen }) => {
      const stock = changedStock(error)
      const problem = sentenceOf(error, 'Gagal saat memperbarui produk')
      // The focus is not moved when the administrator has started to do something else.
      const takesFocus = document.activeElement === button.current
      setDraft({ text: String(stock ?? text), seen: stock ?? seen, problem, takesFocus })
      if (stock !== undefined) void revalidate()
    },
    revalidate: 'done',
  })

  useEffect(() => {
    if (draft || !returnsFocus.current) return
    returnsFocus.current = false
    button.current?.focus()
  }, [draft])

  function close() {
    returnsFocus.current = true
    setDraft(null)
  }

  function save(text: string, opened: Draft) {
    const checked = z.safeParse(NewProduct.shape[field], text)
    if (!checked.success) {
      setDraft({ ...opened, text, problem: checked.error.issues[0]?.message ?? null, takesFocus: true })
      return
    }
    close()
    if (checked.data === opened.seen) return
    setSent(checked.data)
    void send(checked.data, { ...opened, text })
  }

  if (draft) {
    return (
      <QuickEditForm
        {...draft}
        label={`${noun} ${product.name}`}
        onSave={(text) => save(text, draft)}
        onCancel={close}
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
        if (!saving) setDraft({ text: String(current), seen: current, problem: null, takesFocus: true })
      }}
      className="-mx-2 inline-flex min-h-11 min-w-11 items-center rounded-xl px-2 lg:justify-end underline decoration-control decoration-dotted decoration-2 underline-offset-4 hover:bg-soft aria-busy:cursor-progress aria-busy:opacity-55"
    >
      {children(saving ? sent : current)}
    </button>
  )
}
