import { maxLengths } from '@camilan/contract/lengths'
import Bell from 'lucide-react/icons/bell'
import Search from 'lucide-react/icons/search'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import { lazy, Suspense, useId, useState } from 'react'
import { Form, href, NavLink, Outlet, useSearchParams } from 'react-router'
import { useFollowedOpening } from '~/platform/pages/opening'
import { useShopInfo } from '~/platform/pages/shop-info'
import { ShopBanner } from '~/ui/page/shop-banner'
import { cartCount } from './orders/cart/cart-count'
import { AccountMenu } from './people/account-menu'
import { me } from './people/me'
import { useLiveEvents, useLiveStream } from './people/notifications/live'
import { unreadCount } from './people/notifications/unread-count'
import { useAccountStore } from './platform/forms/account-store'
import { useStore } from './platform/state/store'
import type { Elements } from './ui/elements'
import { CountLink } from './ui/lists/count-link'
import { FailedPage } from './ui/loading/failed-page'
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
  return (
    <CustomerFrame>
      <Outlet />
    </CustomerFrame>
  )
}

export const ErrorBoundary = () => (
  <CustomerFrame>
    <FailedPage />
  </CustomerFrame>
)

function CustomerFrame({ children }: { children: Elements }) {
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
        {children}
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

/** Shown on every page of customers while the shop takes no orders. */
const ClosedBanner = () => <ShopBanner opening={useFollowedOpening()} />

/** Shown on every page of a shop that can't be paid yet: it takes no orders. */
function OpensSoonBanner() {
  if (useShopInfo().clientKey !== null) return null
  const message = 'Anda sudah bisa melihat-lihat. Pesanan belum bisa dibuat.'
  return <ShopBanner opening={{ is_open: false, title: 'Toko ini segera dibuka.', message, reopens: null }} />
}

const SearchSuggestions = lazy(() =>
  import('./products/shop/search-suggestions').catch(() => ({ default: () => null })),
)

/** A plain form, which works without JavaScript. Suggestions are loaded at the first key. */
function SearchBox({ className = '' }: { className?: string }) {
  const [searchParams] = useSearchParams()
  const query = searchParams.get('query') ?? ''
  const [typedIn, setTypedIn] = useState<HTMLInputElement>()
  return (
    <Form action={href('/products')} role="search" className={`md:relative ${className}`}>
      <div className="relative">
        <input
          key={query}
          // No `search`, which may have no other role.
          type="text"
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={false}
          aria-controls={useId()}
          autoComplete="off"
          name="query"
          aria-label="Cari produk"
          placeholder="Cari…"
          defaultValue={query}
          maxLength={maxLengths.search}
          onInput={({ currentTarget }) => setTypedIn(currentTarget)}
          className="control peer rounded-full py-2 pr-9 pl-3.5 text-ellipsis md:pr-10 md:pl-4 md:placeholder:text-transparent"
        />
        {/* A phone has no room for it. */}
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-12 left-4 hidden content-center truncate text-muted md:peer-placeholder-shown:block"
        >
          Cari camilan…
        </span>
        <button
          type="submit"
          aria-label="Cari"
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-full text-accent hover:text-accent-strong"
        >
          <Search aria-hidden className="size-5" />
        </button>
      </div>
      {typedIn && (
        <Suspense>
          <SearchSuggestions key={query} input={typedIn} />
        </Suspense>
      )}
    </Form>
  )
}
