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
  // The number of an order stays in one piece.
  const [before, order, ...after] = message.split(/(#[\w-]+)/)
  const sentence = (
    <>
      {before}
      <span className="whitespace-nowrap">{order}</span>
      {after}
    </>
  )
  const markRead = () => {
    if (!is_read) void wish('read', id)
  }
  return (
    <li className={`relative flex items-start py-2 pr-2 pl-4.5 ${is_read ? '' : 'bg-kunyit-muda'}`}>
      {!is_read && <span aria-hidden className="absolute top-6 left-1.5 size-2 rounded-full bg-cabai" />}
      <div className="min-w-0 grow py-2">
        <p className={`text-pretty ${is_read ? '' : 'font-semibold'}`}>
          {!is_read && <span className="sr-only">Belum dibaca: </span>}
          {orderHref ? (
            <Link
              to={orderHref}
              onClick={markRead}
              className="-my-2.5 inline-block py-2.5 hover:text-pandan hover:underline"
            >
              {sentence}
            </Link>
          ) : (
            sentence
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
