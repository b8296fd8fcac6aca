import { OrderDetail, type OrderStatus, type ShipmentForm } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'
import { ApiError } from '~/platform/api-error'
import { toast } from '~/platform/toasts'

/** The buyer's two changes: `DIBATALKAN` and `SELESAI`. */
export const changeStatusAsBuyer = (id: string, status: OrderStatus) => put('/api/orders', id, { status })

/** The administrator's: `DIKIRIM` with the shipment, and `DIBAYAR` to undo it. */
export const changeStatusAsAdmin = (id: string, status: OrderStatus, shipment: ShipmentForm = {}) =>
  put('/api/admin/orders', id, { status, ...shipment })

async function put(orders: string, id: string, body: ShipmentForm & { status: OrderStatus }): Promise<void> {
  await api.put(`${orders}/${encodeURIComponent(id)}/status`, body, success(OrderDetail))
}

export function toastStatusFailure(error: unknown): void {
  const reason = error instanceof ApiError ? error.message : 'Terjadi kesalahan. Silakan coba lagi.'
  toast(`Gagal memperbarui status pesanan: ${reason}`, 'alert')
}
