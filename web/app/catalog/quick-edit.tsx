import { type AdminProduct, NewProduct } from '@camilan/contract/catalog'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { sentenceOf } from '~/platform/api-error'
import { toast } from '~/platform/toasts'
import { QuickEditForm } from './quick-edit-form'
import { changeFigure } from './save-product'
import { changedStock } from './stock-changed'

interface QuickEditProps {
  product: AdminProduct
  field: 'price' | 'stock'
  /** The catalogue is not what is on screen any more; resolves when it is shown as it is. */
  onChanged: () => Promise<void>
  /** The figure as it stands in the list. */
  children: (value: number) => ReactNode
}

interface Draft {
  text: string
  /** The figure that the seller saw when they began. */
  seen: number
  problem: string | null
  takesFocus: boolean
}

/** A figure that becomes a small form when it is pressed. The new one stands there at once, the old one if it fails. */
export function QuickEdit({ product, field, onChanged, children }: QuickEditProps) {
  const current = product[field]
  const [draft, setDraft] = useState<Draft | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  const noun = field === 'price' ? 'harga' : 'stok'

  useEffect(() => {
    if (draft || !returnsFocus.current) return
    returnsFocus.current = false
    button.current?.focus()
  }, [draft])

  function close() {
    returnsFocus.current = true
    setDraft(null)
  }

  async function save(text: string, { seen }: Draft) {
    const checked = z.safeParse(NewProduct.shape[field], text)
    if (!checked.success) {
      setDraft({ text, seen, problem: checked.error.issues[0]?.message ?? null, takesFocus: true })
      return
    }
    close()
    const value = checked.data
    if (value === seen) return
    setSent(value)
    try {
      await changeFigure(product.id, field === 'price' ? { price: value } : { stock: value, expected_stock: seen })
      toast('Produk berhasil diperbarui!')
      await onChanged()
    } catch (error) {
      console.error(error)
      const stock = changedStock(error)
      const problem = sentenceOf(error, 'Gagal saat memperbarui produk')
      // Whoever is busy elsewhere by now is not called back.
      const takesFocus = document.activeElement === button.current
      setDraft({ text: String(stock ?? text), seen: stock ?? seen, problem, takesFocus })
      if (stock !== undefined) await onChanged()
    } finally {
      setSent(null)
    }
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
  const saving = sent !== null
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
      {children(sent ?? current)}
    </button>
  )
}
