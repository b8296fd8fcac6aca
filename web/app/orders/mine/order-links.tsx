import type { OrderDetail } from '@camilan/contract/orders'
import Cookie from 'lucide-react/icons/cookie'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { href, Link } from 'react-router'
import type { Elements } from '~/ui/elements'

interface OrderLinksProps {
  order: Pick<OrderDetail, 'status' | 'transaction'>
  /** The page of its receipt. */
  receipt: string
  /** The button that orders the same again, after the end of the order. */
  again?: Elements
}

/** Where the buyer of an order goes from its page: to the receipt of its payment or refund, and on to more products. */
export function OrderLinks({ order: { status, transaction }, receipt, again }: OrderLinksProps) {
  const isReceipt = transaction.paid_at && (status !== 'DIBATALKAN' || transaction.refunded_at)
  const look = 'link inline-flex min-h-11 items-center gap-1.5'
  return (
    <>
      {isReceipt && (
        <Link to={receipt} className={look}>
          <ReceiptText aria-hidden className="size-4" />
          Simpan struk
        </Link>
      )}
      {again}
      {(status === 'DIBATALKAN' || (status === 'SELESAI' && !again)) && (
        <Link to={href('/products')} className={look}>
          <Cookie aria-hidden className="size-4" />
          Belanja lagi
        </Link>
      )}
    </>
  )
}
