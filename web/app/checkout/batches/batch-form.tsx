import { AdminBatch } from '@camilan/contract/batches'
import { success } from '@camilan/contract/wire'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { formatTyped, sentNumber } from '~/platform/forms/typed-number'
import { toast } from '~/platform/state/toasts'
import { missingNumbers, type NamedProduct, ProductNumbers } from '~/products/product-ticks'
import { TextField } from '~/ui/fields/field'
import { FormBody } from '~/ui/form/form-body'
import { useTypedForm } from '~/ui/form/use-typed-form'

const TypedBatch = z.object({
  name: z.string(),
  order_until: z.string(),
  made_on: z.string(),
  handed_over_on: z.string(),
  /** By the product's id, as typed. */
  quotas: z.record(z.string(), z.string()),
})
type TypedBatch = z.infer<typeof TypedBatch>

const typedBatch = (stored: AdminBatch | null): TypedBatch => ({
  name: stored?.name ?? '',
  order_until: stored?.order_until ?? '',
  made_on: stored?.made_on ?? '',
  handed_over_on: stored?.handed_over_on ?? '',
  quotas: Object.fromEntries(stored?.products.map(({ product_id, quota }) => [product_id, formatTyped(quota)]) ?? []),
})

const bodyOf = ({ quotas, ...batch }: TypedBatch) => ({
  ...batch,
  products: Object.entries(quotas).map(([product_id, typed]) => ({ product_id, quota: sentNumber(typed, null) })),
})

/** @param stored  null: the draft of a new one */
export const draftOf = (stored: AdminBatch | null) => `batch:${stored?.id ?? ''}`

interface BatchFormProps {
  /** Null: a new one. */
  stored: AdminBatch | null
  products: readonly NamedProduct[]
  onClose: () => void
}

const days = [
  ['order_until', 'Pesan sampai', 'Pesanan diterima sampai akhir hari ini.'],
  ['made_on', 'Dibuat', undefined],
  ['handed_over_on', 'Diserahkan', 'Kalau diubah, pembeli diberi tahu dan boleh membatalkan.'],
] as const

export function BatchForm({ stored, products, onClose }: BatchFormProps) {
  const { typed, change, errors, state } = useTypedForm<TypedBatch, { message?: string | undefined }>({
    draftKey: draftOf(stored),
    schema: TypedBatch,
    initial: () => typedBatch(stored),
    bodyOf,
    send: (body) =>
      stored
        ? api.put(`/api/admin/batches/${stored.id}`, body, success(AdminBatch))
        : api.post('/api/admin/batches', body, success(AdminBatch)),
    done({ message = 'Tersimpan' }) {
      toast(message)
      onClose()
    },
    failed: 'Belum tersimpan. Silakan coba lagi.',
    check: (typed) => missingNumbers('quotas', typed.quotas, 'Isi kuotanya.'),
    fieldOf: (name) => (name === 'products' ? 'quotas' : name),
  })
  return (
    <FormBody form={state} yes="Simpan PO" onClose={onClose}>
      <TextField
        label="Nama PO"
        hint="Pembeli membacanya di produk, keranjang, dan pesanan."
        placeholder="PO Lebaran"
        maxLength={50}
        value={typed.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
        error={errors.name}
      />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {days.map(([name, label, hint]) => (
          <TextField
            key={name}
            type="date"
            label={label}
            hint={hint}
            value={typed[name]}
            onChange={({ currentTarget: { value } }) => change({ [name]: value })}
            error={errors[name]}
          />
        ))}
      </div>
      <fieldset className="grid min-w-0 gap-3">
        <legend className="text-15 font-semibold">Kuota</legend>
        <p className="text-13 text-muted">Yang tidak dipilih tidak ikut PO ini. Kuota terpisah dari stok.</p>
        <ProductNumbers
          title="Produk dalam PO ini"
          none="belum ada"
          products={products}
          numbers={typed.quotas}
          onChange={(quotas) => change({ quotas })}
          labelOf={(name) => name}
          error={errors.quotas}
          errorOf={(id) => errors[`quotas.${id}`]}
        />
      </fieldset>
    </FormBody>
  )
}
