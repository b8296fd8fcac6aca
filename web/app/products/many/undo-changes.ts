import { type ProductsChanged, ProductsChanged as ProductsChangedSchema, Undone } from '@camilan/contract/many-products'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { newKey } from '~/platform/forms/use-idempotency-key'
import { formatNumber } from '~/platform/state/formats'
import { type ToastAction, toast } from '~/platform/state/toasts'

export async function takePricesBack(batchId: string): Promise<void> {
  const { data } = await api.delete(`/api/admin/products/prices/${encodeURIComponent(batchId)}`, success(Undone))
  toast(`${formatNumber(data.restored)} harga dikembalikan`)
}

/** The action that undoes a change, shown in its message. Sales since then stay. */
export function undoChanges({ batch_id, items }: ProductsChanged, label = 'Urungkan'): ToastAction {
  const former = items.map(({ id, changes }) => ({ id, form: Object.assign({}, ...changes.map(formerField)) }))
  const others = former.filter(({ form }) => Object.keys(form).length > 0)
  // Pressed twice, it is undone once.
  const idempotencyKey = newKey()
  return {
    label,
    do: async () => {
      if (batch_id) await takePricesBack(batch_id)
      if (others.length === 0) return
      const body = { items: others }
      await api.post('/api/admin/products/changes', body, success(ProductsChangedSchema), { idempotencyKey })
      toast('Produk kembali seperti semula')
    },
    failed: 'Gagal mengembalikan. Periksa produknya.',
  }
}

/** The prices return as a batch. In a form 0 and - remove a value. */
function formerField({ field, before, after }: ProductsChanged['items'][number]['changes'][number]) {
  if (field === 'price') return {}
  if (field === 'stock') return { stock_change: String(Number(before) - Number(after)) }
  return { [field]: String(before ?? (typeof after === 'number' ? 0 : '-')) }
}
