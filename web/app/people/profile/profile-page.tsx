import type { LucideIcon } from 'lucide-react'
import Bell from 'lucide-react/icons/bell'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Store from 'lucide-react/icons/store'
import { href, Link } from 'react-router'
import { loadProfile, me, useLogOut } from '~/people/me'
import { useSession } from '~/platform/api/session'
import { privatePage } from '~/platform/pages/meta'
import type { PageWords } from '~/ui/loading/failed-page'
import type { Route } from './+types/profile-page'
import { Profile, ProfileSkeleton } from './profile'

const title = 'Profil Saya'
export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data profil' }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return me.from(loadProfile('/api/users/me', { signal: request.signal }), (user) => user)
}

export const HydrateFallback = () => <ProfileSkeleton title={title} />

const item = 'flex min-h-12 w-full items-center gap-3 px-4 font-semibold hover:bg-soft'

/** The account's links on a phone. 'Akun' in the BottomBar leads to the profile. */
function AccountLinks() {
  const { role } = useSession()
  const logOut = useLogOut()
  return (
    <nav aria-label="Akun" className="card mt-4 overflow-hidden md:hidden">
      <ul className="divide-y divide-line">
        {role === 'admin' && <Row to={href('/admin/dashboard')} icon={LayoutDashboard} label="Dashboard" />}
        {role === 'staf' && <Row to={href('/admin/manage-orders')} icon={LayoutDashboard} label="Kelola Pesanan" />}
        <Row to={href('/my-order')} icon={ReceiptText} label="Pesanan Saya" />
        <Row to={href('/notifications')} icon={Bell} label="Notifikasi" />
        <Row to={href('/help')} icon={CircleHelp} label="Bantuan" />
        <Row to={href('/about-us')} icon={Store} label="Tentang Kami" />
        <li>
          <button type="button" onClick={logOut} className={`${item} text-danger`}>
            <LogOut aria-hidden className="size-5" />
            Keluar
          </button>
        </li>
      </ul>
    </nav>
  )
}

function Row({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <li>
      <Link to={to} className={item}>
        <Icon aria-hidden className="size-5 text-muted" />
        <span>{label}</span>
        <ChevronRight aria-hidden className="ml-auto size-4 text-muted" />
      </Link>
    </li>
  )
}

export default function ProfilePage({ loaderData: user }: Route.ComponentProps) {
  return (
    <main className="page">
      <Profile title={title} user={user} path="/api/users/me">
        <AccountLinks />
      </Profile>
    </main>
  )
}
