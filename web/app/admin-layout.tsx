import type { LucideIcon } from 'lucide-react'
import Bell from 'lucide-react/icons/bell'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import ChartColumn from 'lucide-react/icons/chart-column'
import CircleUser from 'lucide-react/icons/circle-user'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Coins from 'lucide-react/icons/coins'
import Cookie from 'lucide-react/icons/cookie'
import FileCheck2 from 'lucide-react/icons/file-check-corner'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import Menu from 'lucide-react/icons/menu'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Settings from 'lucide-react/icons/settings'
import Store from 'lucide-react/icons/store'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import Undo2 from 'lucide-react/icons/undo-2'
import Users from 'lucide-react/icons/users'
import { lazy, Suspense, useState } from 'react'
import { href, Link, Outlet, useLocation } from 'react-router'
import type { Route } from './+types/admin-layout'
import { AdminClosedBanner } from './checkout/opening/admin-closed-banner'
import { moneyCount } from './payments/money-count'
import { me, useLogOut } from './people/me'
import { useLiveEvents, useLiveStream } from './people/notifications/live'
import { PaidSoundSwitch } from './people/notifications/paid-sound'
import { unreadCount } from './people/notifications/unread-count'
import { useNewPaidOrders } from './people/notifications/use-new-paid-orders'
import { useSession } from './platform/api/session'
import { useAccountStore } from './platform/forms/account-store'
import { useFormHints } from './platform/forms/form-hints'
import type { Elements } from './ui/elements'
import { CountLink } from './ui/lists/count-link'
import { FailedPage } from './ui/loading/failed-page'
import { BottomTab, BottomTabs, tabLook } from './ui/page/bottom-bar'
import { Drawer } from './ui/page/drawer'
import { Logo } from './ui/page/logo'
import { SkipLink } from './ui/page/skip-link'

interface Entry {
  to: string
  label: string
  icon: LucideIcon
  /** Shown as a number beside the label. */
  count?: number
  /** Begins the paths of pages that are reached through it. */
  within?: string
}

/** Few shops are ever restored. */
const QuietBanner = lazy(() => import('./people/quiet-banner'))

const dashboard = {
  to: href('/admin/dashboard'),
  label: 'Dashboard',
  icon: LayoutDashboard,
  within: href('/admin/production'),
}
const products = { to: href('/admin/manage-products'), label: 'Produk', icon: Cookie }
const orders = { to: href('/admin/manage-orders'), label: 'Pesanan', icon: ReceiptText }
const profile = { to: href('/admin/profile'), label: 'Profil', icon: CircleUser }
const settings = { to: href('/admin/settings'), label: 'Pengaturan', icon: Settings }

const entries: readonly Entry[] = [
  dashboard,
  products,
  orders,
  { to: href('/admin/discounts'), label: 'Diskon & voucher', icon: TicketPercent },
  { to: href('/admin/batches'), label: 'Pre-order', icon: CalendarClock },
  { to: href('/admin/manage-users'), label: 'Pengguna', icon: Users, within: '/admin/customers/' },
  profile,
  { to: href('/admin/report'), label: 'Laporan', icon: ChartColumn },
  { to: href('/admin/payment-report'), label: 'Cocok Midtrans', icon: FileCheck2 },
  settings,
]

/** In the bar at the bottom of a phone, which has room for five. Its last tab opens the menu with all. */
const tabs: readonly Entry[] = [dashboard, products, orders, settings]

/** The pages that members of staff may open, the one with their work first. */
const staffEntries: readonly Entry[] = [
  orders,
  { to: href('/admin/production'), label: 'Produksi', icon: ClipboardList },
  products,
  profile,
]

/** The forms restore and keep the drafts of an account, so a page is shown when its account is known. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async (_, next) => {
    const known = me.ensure()
    await next()
    await known
  },
]

export default function AdminLayout() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  )
}

export const ErrorBoundary = () => (
  <AdminFrame>
    <FailedPage />
  </AdminFrame>
)

function AdminFrame({ children }: { children: Elements }) {
  const user = useAccountStore(me)
  const { role, isAdmin } = useSession()
  const { pathname } = useLocation()
  const shownTabs = role === 'staf' ? staffEntries : tabs
  const unread = useAccountStore(unreadCount)
  const money = useAccountStore(moneyCount)
  useLiveStream()
  useNewPaidOrders()
  useFormHints()
  useLiveEvents(({ kind }) => {
    if (kind === 'order') return
    void unreadCount.refresh()
    void moneyCount.refresh()
  })
  const [drawerOpen, setDrawerOpen] = useState(false)
  return (
    <div className="flex min-h-dvh bg-surface [--behind:var(--color-surface)]">
      <SkipLink />
      <aside className="side-menu sticky top-0 hidden h-dvh w-60 shrink-0 overflow-y-auto border-r border-line bg-page p-4 lg:block print:hidden">
        <div className="mb-6 px-2 pt-1">
          <Logo to={href(isAdmin ? '/admin/dashboard' : '/admin/manage-orders')} />
        </div>
        <Navigation money={money} />
      </aside>
      <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)} label="Menu admin">
        <Navigation money={money} />
      </Drawer>
      <div className="flex min-w-0 grow flex-col">
        <header className="sticky top-0 z-20 flex items-center gap-2 narrow:gap-0 border-b border-line bg-surface px-4 py-2.5 md:px-6 short:relative print:hidden">
          <button
            type="button"
            aria-label="Buka menu"
            onClick={() => setDrawerOpen(true)}
            className="-ml-2 grid size-11 place-items-center rounded-xl hover:bg-soft lg:hidden"
          >
            <Menu aria-hidden className="size-5.5" />
          </button>
          <div className="ml-auto min-h-11 min-w-0 text-right narrow:*:hidden">
            <p className="truncate font-bold">{user?.name ?? '\u00a0'}</p>
            <p className="-mt-1 text-13 text-muted">{role === 'staf' ? 'Staf' : 'Admin'}</p>
          </div>
          <Link to={href('/')} className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-soft lg:hidden">
            <Store aria-hidden className="size-5.5" />
            <span className="sr-only">Lihat toko</span>
          </Link>
          <PaidSoundSwitch />
          <CountLink
            to={href('/admin/notifications')}
            icon={Bell}
            label="Notifikasi"
            count={unread}
            of="perlu dilihat"
          />
        </header>
        <div id="isi" tabIndex={-1} className="grow outline-none">
          <AdminClosedBanner />
          {(user?.restored_backup_made_at ?? user?.missing_span) && (
            <Suspense>
              <QuietBanner />
            </Suspense>
          )}
          {children}
        </div>
        <div className="bar-space" />
        <BottomTabs uneven>
          {shownTabs.map(({ to, label, icon, within }) => (
            <BottomTab
              key={to}
              to={to}
              label={label}
              icon={icon}
              isWithin={within !== undefined && pathname.startsWith(within)}
            />
          ))}
          <MenuTab tabs={shownTabs} open={drawerOpen} onOpen={() => setDrawerOpen(true)} />
        </BottomTabs>
      </div>
    </div>
  )
}

/** The last tab of the bar. It opens the menu, and is marked on the pages that only the menu leads to. */
interface MenuTabProps {
  tabs: readonly Entry[]
  open: boolean
  onOpen: () => void
}

function MenuTab({ tabs, open, onOpen }: MenuTabProps) {
  const { pathname } = useLocation()
  const isActive = !tabs.some(({ to, within = to }) => pathname.startsWith(to) || pathname.startsWith(within))
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-current={isActive || undefined}
        onClick={onOpen}
        className={`w-full ${tabLook(isActive)}`}
      >
        <Menu aria-hidden className="size-5.5" />
        <span className={isActive ? '' : 'narrow:sr-only'}>Menu</span>
      </button>
    </li>
  )
}

const item =
  'flex min-h-11 w-full items-center gap-3 narrow:flex-wrap rounded-xl px-3 py-2 text-left leading-tight font-semibold hover:bg-soft'

/** @param money  how much has to be looked at, and how many refunds of it are due; each link is shown only if it leads to more */
function Navigation({ money: { total, refunds } }: { money: { total: number; refunds: number } }) {
  const logOut = useLogOut()
  const { role } = useSession()
  const { pathname } = useLocation()
  const refundEntry = { to: href('/admin/refunds'), label: 'Pengembalian', icon: Undo2, count: refunds }
  const moneyEntry = { to: href('/admin/money'), label: 'Perlu dilihat', icon: Coins, count: total - refunds }
  const shown: readonly Entry[] = [
    ...(role === 'staf' ? staffEntries : entries),
    ...(refunds > 0 ? [refundEntry] : []),
    ...(total > refunds ? [moneyEntry] : []),
  ]
  return (
    <nav aria-label="Navigasi admin">
      <ul className="grid grid-cols-1 gap-1">
        {shown.map(({ to, label, icon: Icon, count, within = to }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={pathname.startsWith(to) || pathname.startsWith(within) ? 'page' : undefined}
              className={`${item} text-body aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent`}
            >
              <Icon aria-hidden className="size-5 shrink-0" />
              <span>{label}</span>
              {count && (
                <span className="ml-auto rounded-full bg-highlight px-2 text-13 font-bold text-on-highlight tabular-nums">
                  {count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <ul className="mt-2 grid grid-cols-1 gap-1 border-t border-line pt-2">
        <li className="hidden lg:block">
          <Link to={href('/')} className={`${item} text-body`}>
            <Store aria-hidden className="size-5 shrink-0" />
            Lihat toko
          </Link>
        </li>
        <li>
          <button type="button" onClick={logOut} className={item}>
            <LogOut aria-hidden className="size-5" />
            Keluar
          </button>
        </li>
      </ul>
    </nav>
  )
}
