import { Bell, ShoppingBasket } from 'lucide-react'
import { href, NavLink, Outlet } from 'react-router'
import { ClosedBanner } from './checkout/opening/closed-banner'
import { cartCount } from './orders/cart/cart-count'
import { OpensSoonBanner } from './payments/choose/opens-soon-banner'
import { AccountMenu } from './people/account-menu'
import { me } from './people/me'
import { useLiveEvents, useLiveStream } from './people/notifications/live'
import { unreadCount } from './people/notifications/unread-count'
import { useAccountStore } from './platform/forms/account-store'
import { useStore } from './platform/state/store'
import { SearchBox } from './products/shop/search-box'
import { CountLink } from './ui/lists/count-link'
import { usePageHasActionBar } from './ui/page/action-bar'
import { BottomBar } from './ui/page/bottom-bar'
import { Footer } from './ui/page/footer'
import { Logo } from './ui/page/logo'
import { SkipLink } from './ui/page/skip-link'

const navigation = [
  { to: href('/'), label: 'Beranda' },
  { to: href('/products'), label: 'Produk' },
  { to: href('/help'), label: 'Bantuan' },
  { to: href('/about-us'), label: 'Tentang Kami' },
]

export default function CustomerLayout() {
  const hasBasket = usePageHasActionBar()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-20 border-b border-line bg-page short:relative narrow:relative">
        {/* The room for the links on the right is kept free, because they may arrive after the search box was painted. */}
        <div
          className={`relative mx-auto flex max-w-6xl flex-wrap items-center gap-x-1 py-2.5 pl-4 md:gap-x-3 narrow:pr-4 md:pr-73 md:pl-6 ${hasBasket ? 'pr-40' : 'pr-28'}`}
        >
          <Logo to={href('/')} compact />
          <nav
            aria-label="Navigasi utama"
            className="hidden md:order-last md:block md:w-full lg:order-none lg:ml-4 lg:w-auto"
          >
            <ul className="flex gap-1 md:-mx-3 lg:mx-0">
              {navigation.map(({ to, label }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    end={to === href('/')}
                    className="inline-flex min-h-11 items-center rounded-xl px-3 font-semibold hover:bg-soft lg:px-2 xl:px-3 aria-[current=page]:text-accent"
                  >
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <SearchBox className="min-w-0 grow basis-0 narrow:order-last narrow:basis-full" />
          <div
            className={`absolute top-2.5 right-4 flex gap-x-1 md:right-6 md:w-64 narrow:static narrow:w-auto narrow:flex-wrap md:gap-x-3 ${hasBasket ? 'w-35' : 'w-23'}`}
          >
            <NotificationLink />
            <BasketLink isShown={hasBasket} />
            <HeaderAccount />
          </div>
        </div>
      </header>
      <ClosedBanner />
      <div id="isi" tabIndex={-1} className="grow outline-none">
        <OpensSoonBanner />
        <Outlet />
      </div>
      <Footer />
      <div className="bar-space bg-soft" />
      <CountingBottomBar />
    </div>
  )
}

// The parts that change with the account are small components, so the layout is rendered again only when the page changes.

function NotificationLink() {
  const unread = useAccountStore(unreadCount)
  useLiveStream()
  useLiveEvents(({ kind }) => {
    if (kind !== 'order') void unreadCount.refresh()
  })
  return <CountLink to={href('/notifications')} icon={Bell} label="Notifikasi" count={unread} of="belum dibaca" />
}

function BasketLink({ isShown }: { isShown: boolean }) {
  const inCart = useAccountStore(cartCount)
  return (
    <CountLink
      to={href('/cart')}
      icon={ShoppingBasket}
      label="Keranjang"
      count={inCart}
      of="produk"
      // On a phone the basket is in the bottom bar. Pages whose action bar hides that bar have it in the header.
      className={isShown ? 'grid' : 'hidden md:grid'}
    />
  )
}

function HeaderAccount() {
  return <AccountMenu user={useAccountStore(me)} />
}

function CountingBottomBar() {
  return <BottomBar cartCount={useStore(cartCount.store)} />
}
