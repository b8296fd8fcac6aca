import type { Notification } from '@camilan/contract/notifications'
import { Check, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { formatJakartaTime, formatRelativeTime } from '~/platform/formats'
import { IconButton } from '~/ui/icon-button'
import { useChangeNotifications } from './change-notifications'

interface NotificationRowProps {
  notice: Notification
  /** The page of the order it is about. */
  orderHref: string | null
}

export function NotificationRow({ notice, orderHref }: NotificationRowProps) {
  const { pending, wish } = useChangeNotifications()
  const { id, message, is_read, created_at } = notice
  const markRead = () => {
    if (!is_read) void wish('read', id)
  }
  return (
    <li className={`flex items-start gap-1 py-2 pr-2 pl-4 ${is_read ? '' : 'bg-kunyit-muda'}`}>
      <div className="min-w-0 grow py-2">
        <p className={is_read ? '' : 'font-semibold'}>
          {!is_read && (
            <>
              <span aria-hidden className="mr-2 inline-block size-2.5 rounded-full bg-cabai" />
              <span className="sr-only">Belum dibaca: </span>
            </>
          )}
          {orderHref ? (
            <Link to={orderHref} onClick={markRead} className="hover:text-pandan hover:underline">
              {message}
            </Link>
          ) : (
            message
          )}
        </p>
        <p className={`text-13 ${is_read ? 'text-gula-aren-muda' : 'text-diproses'}`}>
          <time dateTime={created_at} title={formatJakartaTime(created_at)}>
            {formatRelativeTime(created_at)}
          </time>
        </p>
      </div>
      {!is_read && <IconButton icon={Check} label="Tandai dibaca" disabled={pending} onClick={markRead} />}
      <IconButton icon={Trash2} label="Hapus notifikasi" disabled={pending} onClick={() => wish('delete', id)} danger />
    </li>
  )
}
