import type { LucideIcon } from 'lucide-react'
import CircleUser from 'lucide-react/icons/circle-user'
import Cookie from 'lucide-react/icons/cookie'
import House from 'lucide-react/icons/house'
import ReceiptText from 'lucide-react/icons/receipt-text'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import { type ReactNode, useRef } from 'react'
import { href, NavLink } from 'react-router'
import { CountBadge } from '~/ui/lists/count-link'
import { useHeightVariable } from './room-below'

/** The customer's navigation on a phone. */
export function BottomBar({ cartCount }: { cartCount: number }) {
  return (
    <BottomTabs>
      <BottomTab to={href('/')} icon={House} label="Beranda" />
      <BottomTab to={href('/products')} icon={Cookie} label="Produk" />
      <BottomTab to={href('/cart')} icon={ShoppingBasket} label="Keranjang" count={cartCount} />
      <BottomTab to={href('/my-order')} icon={ReceiptText} label="Pesanan" />
      <BottomTab to={href('/profile')} icon={CircleUser} label="Akun" />
    </BottomTabs>
  )
}

interface BottomTabsProps {
  /** The labels are too long for five columns of the same width. */
  uneven?: boolean
  children: ReactNode
}

/** A bar with five BottomTabs, at the bottom of a phone as in marketplace apps. An ActionBar hides it (app.css). */
export function BottomTabs({ uneven = false, children }: BottomTabsProps) {
  const ref = useRef<HTMLElement>(null)
  useHeightVariable(ref, '--bar-height')
  return (
    <nav
      ref={ref}
      aria-label="Navigasi bawah"
      className="bottom-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden short:static print:hidden"
    >
      <ul
        className={
          uneven
            ? 'flex flex-wrap px-1 *:grow narrow:*:min-w-[44px]'
            : 'grid grid-cols-5 narrow:flex narrow:flex-wrap narrow:*:min-w-[44px] narrow:*:grow'
        }
      >
        {children}
      </ul>
    </nav>
  )
}

export const tabLook = (isActive: boolean): string =>
  `grid min-h-15 content-center justify-items-center gap-0.5 text-13 font-semibold ${isActive ? 'text-accent' : 'text-muted'}`

interface BottomTabProps {
  to: string
  icon: LucideIcon
  label: string
  count?: number
  /** The page is reached through this one. */
  isWithin?: boolean
}

export function BottomTab({ to, icon: Icon, label, count = 0, isWithin = false }: BottomTabProps) {
  return (
    <li>
      <NavLink to={to} end={to === '/'} className={({ isActive }) => tabLook(isActive || isWithin)}>
        {({ isActive }) => (
          <>
            <span className="relative narrow:flex narrow:items-center">
              <Icon aria-hidden className="size-5.5" />
              <CountBadge count={count} of="produk" />
            </span>
            {/* Large letters leave room for the name of the present page alone. */}
            <span className={isActive || isWithin ? '' : 'narrow:sr-only'}>{label}</span>
          </>
        )}
      </NavLink>
    </li>
  )
}
