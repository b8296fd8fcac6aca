import type { AdminProduct } from '@camilan/contract/catalog'
import { type ReactNode, useEffect } from 'react'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { ChangeTable, nouns } from '~/products/many/change-table'
import { undoChanges } from '~/products/many/undo-changes'
import { useChanges } from '~/products/many/use-changes'
import { DialogButtons } from '~/ui/ask/dialog'
import { FormProblem } from '~/ui/ask/notice'
import { DraftNotice } from '~/ui/form/draft-notice'
import { OpenDialog } from '~/ui/form/open-dialog'

interface QuickEditProps {
  product: AdminProduct
  field: 'price' | 'stock'
  /** The number as the list shows it. */
  children: ReactNode
}

/** A number that opens the table for its product when it is pressed. */
export function QuickEdit({ product, field, children }: QuickEditProps) {
  const draftKey = `quick:${field}:${product.id}`
  return (
    <OpenDialog
      trigger={(open) => (
        <button
          type="button"
          title={`Ubah ${nouns[field]} ${product.name}`}
          onClick={open}
          className="-mx-2 inline-flex min-h-11 min-w-11 items-center rounded-xl px-2 underline lg:justify-end lg:text-right decoration-control decoration-dotted decoration-2 underline-offset-4 hover:bg-soft"
        >
          {children}
        </button>
      )}
      title={`Ubah ${nouns[field]}`}
      holdsInput
      draftKey={draftKey}
    >
      {(close) => <QuickForm product={product} field={field} draftKey={draftKey} onClose={close} />}
    </OpenDialog>
  )
}

interface QuickFormProps extends Omit<QuickEditProps, 'children'> {
  draftKey: string
  onClose: () => void
}

function QuickForm({ product, field, draftKey, onClose }: QuickFormProps) {
  const changes = useChanges([product], {
    draftKey,
    reason: 'hitung_ulang',
    done(changed) {
      onClose()
      const former = field === 'price' ? formatRupiah(product.price) : formatNumber(product.stock)
      const undo = undoChanges(changed, `Kembalikan ${nouns[field]} ${former}`)
      toast('Produk berhasil diperbarui!', 'status', undo)
    },
    unchanged: onClose,
  })
  const { form } = changes
  useEffect(() => {
    const input = form.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [form])
  return (
    <form
      ref={form}
      noValidate
      onSubmit={changes.submit}
      className="grid gap-4 text-left font-normal whitespace-normal"
    >
      {changes.isRestored && <DraftNotice onDiscard={changes.discard} />}
      <FormProblem sentence={changes.problem} />
      <ChangeTable changes={changes} products={[product]} columns={[field]} />
      <DialogButtons
        yes="Simpan"
        pending={changes.pending}
        onCancel={() => {
          changes.discard()
          onClose()
        }}
      />
    </form>
  )
}
