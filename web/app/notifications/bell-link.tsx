import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { CountBadge } from '~/ui/count-badge'

export function BellLink({ to, unread }: { to: string; unread: number }) {
  return (
    <Link to={to} className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-soft">
      <span className="relative">
        <Bell aria-hidden className="size-5.5" />
        <span className="sr-only">Notifikasi</span>
        <CountBadge count={unread} of="belum dibaca" />
      </span>
    </Link>
  )
}
