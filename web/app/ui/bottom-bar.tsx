import { CircleUser, Cookie, House, type LucideIcon, ReceiptText, ShoppingBasket } from 'lucide-react'
import { NavLink } from 'react-router'
import { CountBadge } from './count-link'

/** A phone's navigation, where buyers know it from the marketplaces; it gives way to an ActionBar. */
export function BottomBar({ cartCount }: { cartCount: number }) {
  return (
    <nav
      aria-label="Navigasi bawah"
      className="bottom-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid grid-cols-5">
        <Tab to="/" icon={House} label="Beranda" />
        <Tab to="/products" icon={Cookie} label="Produk" />
        <Tab to="/cart" icon={ShoppingBasket} label="Keranjang" count={cartCount} />
        <Tab to="/my-order" icon={ReceiptText} label="Pesanan" />
        <Tab to="/profile" icon={CircleUser} label="Akun" />
      </ul>
    </nav>
  )
}

function Tab({ to, icon: Icon, label, count = 0 }: { to: string; icon: LucideIcon; label: string; count?: number }) {
  return (
    <li>
      <NavLink
        to={to}
        end={to === '/'}
        className={({ isActive }) =>
          `grid min-h-15 content-center justify-items-center gap-0.5 text-13 font-semibold ${isActive ? 'text-accent' : 'text-muted'}`
        }
      >
        <span className="relative">
          <Icon aria-hidden className="size-5.5" />
          <CountBadge count={count} of="produk" />
        </span>
        {label}
      </NavLink>
    </li>
  )
}
