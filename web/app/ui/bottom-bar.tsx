import { CircleUser, Cookie, House, type LucideIcon, ReceiptText, ShoppingBasket } from 'lucide-react'
import { href, NavLink } from 'react-router'
import { CountBadge } from './count-link'

/** The navigation on a phone, at the bottom as in marketplace apps. An ActionBar hides it (app.css). */
export function BottomBar({ cartCount }: { cartCount: number }) {
  return (
    <nav
      aria-label="Navigasi bawah"
      className="bottom-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden short:static"
    >
      <ul className="grid grid-cols-5">
        <Tab to={href('/')} icon={House} label="Beranda" />
        <Tab to={href('/products')} icon={Cookie} label="Produk" />
        <Tab to={href('/cart')} icon={ShoppingBasket} label="Keranjang" count={cartCount} />
        <Tab to={href('/my-order')} icon={ReceiptText} label="Pesanan" />
        <Tab to={href('/profile')} icon={CircleUser} label="Akun" />
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
