import {
  Bell,
  ChevronRight,
  CircleHelp,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  ReceiptText,
  Store,
} from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '~/platform/session'
import { useLogOut } from './me'

const item = 'flex min-h-12 w-full items-center gap-3 px-4 font-semibold hover:bg-soft'

/** On a phone the tab 'Akun' leads here; the header's menu has less. */
export function AccountLinks() {
  const { isAdmin } = useSession()
  const logOut = useLogOut()
  return (
    <nav aria-label="Akun" className="card mt-4 overflow-hidden md:hidden">
      <ul className="divide-y divide-line">
        {isAdmin && <Row to="/admin/dashboard" icon={LayoutDashboard} label="Dashboard" />}
        <Row to="/my-order" icon={ReceiptText} label="Pesanan Saya" />
        <Row to="/notifications" icon={Bell} label="Notifikasi" />
        <Row to="/help" icon={CircleHelp} label="Bantuan" />
        <Row to="/about-us" icon={Store} label="Tentang Kami" />
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
        {label}
        <ChevronRight aria-hidden className="ml-auto size-4 text-muted" />
      </Link>
    </li>
  )
}
