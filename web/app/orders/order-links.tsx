import type { OrderDetail } from '@camilan/contract/orders'
import { Cookie, ReceiptText } from 'lucide-react'
import { href, Link } from 'react-router'

interface OrderLinksProps {
  order: Pick<OrderDetail, 'status' | 'transaction'>
  /** The page of its receipt. */
  receipt: string
}

/** Where the buyer of an order goes from its page: to the receipt of a paid one, and on to more products after its end. */
export function OrderLinks({ order: { status, transaction }, receipt }: OrderLinksProps) {
  const look = 'link inline-flex min-h-11 items-center gap-1.5'
  return (
    <>
      {transaction.paid_at && (
        <Link to={receipt} className={look}>
          <ReceiptText aria-hidden className="size-4" />
          Simpan struk
        </Link>
      )}
      {(status === 'SELESAI' || status === 'DIBATALKAN') && (
        <Link to={href('/products')} className={look}>
          <Cookie aria-hidden className="size-4" />
          Belanja lagi
        </Link>
      )}
    </>
  )
}
