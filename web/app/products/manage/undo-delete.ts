import { AdminProduct } from '@camilan/contract/catalog'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { type ToastAction, toast } from '~/platform/state/toasts'

/** The action that undoes a deletion, shown in its message. */
export function undoDelete({ id, name }: Pick<AdminProduct, 'id' | 'name'>): ToastAction {
  return {
    label: `Kembalikan ${name}`,
    do: async () => {
      await api.post(`/api/admin/products/${encodeURIComponent(id)}/restore`, undefined, success(AdminProduct))
      toast(`${name} dijual lagi`)
    },
    failed: 'Gagal mengembalikan produk. Silakan coba lagi.',
  }
}
