import type { OrderStatus } from '@camilan/contract/orders'
import { api, unchecked } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { toast } from '~/platform/state/toasts'

/** The buyer's two changes: `DIBATALKAN` and `SELESAI`. */
export async function changeStatusAsBuyer(id: string, status: OrderStatus): Promise<void> {
  await api.put(`/api/orders/${encodeURIComponent(id)}/status`, { status }, unchecked())
}

export function toastStatusFailure(error: unknown): void {
  // The redirect to the login page shows its own toast.
  if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') return
  const reason = error instanceof ApiError ? error.message : 'Terjadi kesalahan. Silakan coba lagi.'
  toast(`Gagal memperbarui status pesanan: ${reason}`, 'alert')
}
