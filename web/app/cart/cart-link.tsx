import { ShoppingBasket } from 'lucide-react'
import { href, Link } from 'react-router'
import { CountBadge } from '~/ui/count-badge'

export function CartLink({ count }: { count: number }) {
  return (
    <Link to={href('/cart')} className="hidden size-11 shrink-0 place-items-center rounded-xl hover:bg-soft md:grid">
      <span className="relative">
        <ShoppingBasket aria-hidden className="size-5.5" />
        <span className="sr-only">Keranjang</span>
        <CountBadge count={count} of="produk" />
      </span>
    </Link>
  )
}
