import type { Order } from '@camilan/contract/orders'
import { GroupedDigits } from '~/ui/grouped-digits'
import { PayButton } from './pay-button'
import { Copyable } from './unpaid-panel'
import { usePayment } from './use-payment'

/** On the card of an unpaid order: the number to pay to, after the gateway has given one, and the button that pays. */
export function PayFromList({ order: { id, transaction } }: { order: Pick<Order, 'id' | 'transaction'> }) {
  const payment = usePayment()
  const { va_number } = transaction
  return (
    <div className="grid w-full gap-3">
      {va_number && (
        <dl>
          <Copyable name="Nomor BCA Virtual Account" text={va_number} of={`nomor virtual account pesanan ${id}`}>
            <GroupedDigits digits={va_number} />
          </Copyable>
        </dl>
      )}
      <PayButton orderId={id} payment={payment} of={`pesanan ${id}`} />
    </div>
  )
}
