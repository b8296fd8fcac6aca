import type { OrderDetail } from '@camilan/contract/orders'
import { useEffect, useRef } from 'react'
import { DeliveryForm } from '~/orders/one/delivery-form'
import { NoteForm } from '~/orders/one/note-form'
import { CancelForm } from '~/payments/refunds/cancel-paid'
import { LowerForm } from '~/payments/refunds/lower-form'
import { PartForm } from '~/payments/refunds/refund-part'
import type { OrderChange } from './change-order'

interface ChangeFormProps {
  change: OrderChange
  order: OrderDetail
  onChoose: (change: OrderChange) => void
  onClose: () => void
}

/** The forms of the menu 'Ubah pesanan', which the page loads when one is opened. */
export default function ChangeForm({ change, order, onChoose, onClose }: ChangeFormProps) {
  const ref = useRef<HTMLDivElement>(null)
  // The pressed button of the menu has gone. No field gets the focus, because a phone would show its keyboard.
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      {change === 'lower' && <LowerForm order={order} onCancelOrder={() => onChoose('cancel')} onClose={onClose} />}
      {change === 'delivery' && <DeliveryForm order={order} onClose={onClose} />}
      {change === 'note' && <NoteForm order={order} onClose={onClose} />}
      {change === 'refund' && <PartForm orderId={order.id} onClose={onClose} />}
      {change === 'cancel' && (
        <CancelForm order={order} isTakenBack={Boolean(order.transaction.reversed_at)} onClose={onClose} />
      )}
    </div>
  )
}
