/** The notifications that a change of an order sends, and their recipients. */
import type { Notice } from '@camilan/contract/notifications'
import type { Actor, DeliveryWay, OrderStatus, ShipmentForm } from '@camilan/contract/orders'

interface NoticedOrder {
  id: string
  user_id: string | null
}

/** No notification if the correction leaves neither a courier nor a tracking number. */
export function shipmentNotices(
  { id, user_id }: NoticedOrder,
  { courier = null, tracking_number: trackingNumber = null }: ShipmentForm,
): Notice[] {
  if (!courier && !trackingNumber) return []
  return [{ kind: 'shipment-corrected', to: { user: user_id }, orderId: id, courier, trackingNumber }]
}

export function transitionNotices(
  {
    id: orderId,
    user_id,
    status: before,
    delivery_way,
  }: NoticedOrder & { status: OrderStatus; delivery_way: DeliveryWay },
  status: 'DIBAYAR' | 'DIKIRIM' | 'SELESAI' | 'DIBATALKAN',
  actor: Actor,
): Notice[] {
  const buyer = { user: user_id }
  const isFetched = delivery_way === 'pickup'
  switch (status) {
    case 'DIBAYAR':
      if (before === 'DIKIRIM') return [{ kind: 'shipment-undone', to: buyer, orderId }]
      return [
        { kind: 'payment-received', to: buyer, orderId, isFetched },
        { kind: 'order-paid', to: 'admins', orderId },
      ]
    case 'DIKIRIM':
      return [{ kind: 'order-shipped', to: buyer, orderId, isFetched }]
    case 'SELESAI':
      if (actor === 'system') {
        return [
          { kind: 'order-completed-itself', to: buyer, orderId },
          { kind: 'order-not-confirmed', to: 'admins', orderId },
        ]
      }
      return [
        { kind: 'order-completed', to: buyer, orderId },
        { kind: 'order-received', to: 'admins', orderId },
      ]
    case 'DIBATALKAN':
      // The notification of a paid order names the money that goes back (payments/refunds).
      if (before === 'DIBAYAR') return []
      if (actor === 'admin') return [{ kind: 'order-cancelled-by-seller', to: buyer, orderId }]
      return actor === 'customer'
        ? [
            { kind: 'order-cancelled', to: buyer, orderId },
            { kind: 'order-cancelled-by-buyer', to: 'admins', orderId },
          ]
        : [
            { kind: 'order-expired', to: buyer, orderId },
            { kind: 'unpaid-order-expired', to: 'admins', orderId },
          ]
  }
}
