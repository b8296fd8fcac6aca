import { Undone } from '@camilan/contract/many-products'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { formatNumber } from '~/platform/state/formats'
import { type ToastAction, toast } from '~/platform/state/toasts'

export async function takePricesBack(batchId: string): Promise<void> {
  const { data } = await api.delete(`/api/admin/products/prices/${encodeURIComponent(batchId)}`, success(Undone))
  toast(`${formatNumber(data.restored)} harga dikembalikan`)
}

/** The action that undoes a change of many prices, shown in its message. */
export const undoPrices = (batchId: string): ToastAction => ({
  label: 'Urungkan',
  do: () => takePricesBack(batchId),
  failed: 'Gagal mengembalikan harga. Silakan coba lagi.',
})
