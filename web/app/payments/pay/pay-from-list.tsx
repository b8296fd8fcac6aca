import type { Order } from '@camilan/contract/orders'
import { paymentMethods } from '@camilan/contract/payment-methods'
import { useShopInfo } from '~/platform/pages/shop-info'
import { PayButton } from './pay-button'
import { codesOf, PaymentCodes } from './payment-codes'
import { endOf, methodOf } from './payment-state'
import { usePayment } from './use-payment'

/** On the card of an unpaid order: what it is paid with, after the gateway has given it, and the button that pays. */
export function PayFromList({ order: { id, transaction } }: { order: Pick<Order, 'id' | 'transaction'> }) {
  const payment = usePayment()
  const { methods } = useShopInfo().payment
  const method = methodOf(transaction, methods)
  const end = endOf(transaction, method)
  const given = end === null ? codesOf(method, transaction).filter(({ digits }) => digits !== null) : []
  return (
    <div className="grid w-full gap-3">
      {end && <p className="text-warning">{end}</p>}
      {given.length > 0 && (
        <dl className="grid gap-3">
          <PaymentCodes codes={given} ofOrder={` pesanan ${id}`} />
        </dl>
      )}
      {end === null && given.length === 0 && method && methods.length > 1 && (
        <p>
          <span className="text-muted">Cara Bayar:</span> <span>{paymentMethods[method].label}</span>
        </p>
      )}
      <PayButton orderId={id} payment={payment} of={`pesanan ${id}`} />
    </div>
  )
}
