import { OrderDetail, type OrderStatus, type ShipmentForm } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { useRevalidator } from 'react-router'
import { api } from '~/platform/api'
import { ApiError } from '~/platform/api-error'
import { toast } from '~/platform/toasts'

/**
 * @param orderPath  the order's address in the API: the buyer's or the administrator's
 * @returns changes the status and says whether the order has it now; a failure is told, and the order loaded anew
 */
export function useStatusChange(orderPath: string): (status: OrderStatus, shipment?: ShipmentForm) => Promise<boolean> {
  const { revalidate } = useRevalidator()
  return async (status, shipment) => {
    try {
      await api.put(`${orderPath}/status`, { status, ...shipment }, success(OrderDetail))
      return true
    } catch (error) {
      console.error(error)
      const reason = error instanceof ApiError ? error.message : 'Terjadi kesalahan. Silakan coba lagi.'
      toast(`Gagal memperbarui status pesanan: ${reason}`, 'alert')
      // Without an answer the order stays as it was, and to load it would only replace it by an error.
      if (error instanceof ApiError && error.code !== 'NETWORK') await revalidate()
      return false
    }
  }
}
