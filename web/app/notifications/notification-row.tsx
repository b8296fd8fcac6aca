import type { Notification } from '@camilan/contract/notifications'
import { Check, ChevronDown, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { formatJakartaTime, formatRelativeTime } from '~/platform/formats'
import { IconButton } from '~/ui/icon-button'
import { useChangeNotifications } from './change-notifications'

interface NotificationRowProps {
  /** The newest of its order. */
  notice: Notification
  /** The others of its order, which are read and deleted with it. */
  earlier: readonly Notification[]
  pageHref: string | null
  /** The row and the pressed button are removed, so the focus must move. */
  onDeleted: () => void
}

export function NotificationRow({ notice, earlier, pageHref, onDeleted }: NotificationRowProps) {
  const { pending, change } = useChangeNotifications()
  const { message, created_at } = notice
  const all = [notice, ...earlier]
  const unread = all.filter(({ is_read }) => !is_read).map(({ id }) => id)
  const is_read = unread.length === 0
  const row = useRef<HTMLLIElement>(null)
  const messageId = useId()
  // The number of an order is not broken over two lines.
  const [before, order, ...after] = message.split(/(#[\w-]+)/)
  const sentence = (
    <>
      {before}
      <span className="whitespace-nowrap">{order}</span>
      {after}
    </>
  )
  const markRead = () => {
    if (!is_read) void change('read', unread)
  }
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="relative grid grid-cols-[1fr_auto] items-center gap-x-2 py-2 pr-2 pl-7 md:py-3"
    >
      {!is_read && <span aria-hidden className="absolute top-4 left-3 size-2 rounded-full bg-danger md:top-5" />}
      <p
        id={messageId}
        className={`col-span-2 pr-2 text-pretty md:col-span-1 md:pr-0 ${is_read ? '' : 'font-semibold'}`}
      >
        {!is_read && <span className="sr-only">Belum dibaca: </span>}
        {pageHref ? (
          <Link
            to={pageHref}
            onClick={markRead}
            className="-my-2.5 inline-block py-2.5 hover:text-accent hover:underline"
          >
            {sentence}
          </Link>
        ) : (
          sentence
        )}
      </p>
      <p className="text-13 text-muted md:row-start-2">
        <time dateTime={created_at} title={formatJakartaTime(created_at)}>
          {formatRelativeTime(created_at)}
        </time>
      </p>
      <div className="-my-1 flex md:row-span-2 md:row-start-1 md:my-0 md:self-center">
        {!is_read && (
          <IconButton
            icon={Check}
            label="Tandai dibaca"
            aria-describedby={messageId}
            disabled={pending}
            onClick={() => {
              markRead()
              row.current?.focus()
            }}
          />
        )}
        <IconButton
          icon={Trash2}
          label="Hapus notifikasi"
          aria-describedby={messageId}
          disabled={pending}
          onClick={() => {
            void change(
              'delete',
              all.map(({ id }) => id),
            )
            onDeleted()
          }}
          danger
        />
      </div>
      {earlier.length > 0 && (
        <details className="col-span-2 -my-1.5 pr-2 text-13">
          <summary className="-ml-2 flex min-h-11 w-fit cursor-pointer items-center gap-1 rounded-xl px-2 font-semibold hover:bg-soft [&::-webkit-details-marker]:hidden">
            {earlier.length} kabar sebelumnya
            <ChevronDown aria-hidden className="size-4 [details[open]_&]:rotate-180" />
          </summary>
          <ol className="grid gap-2 border-l-2 border-line pb-2 pl-3 dark:border-control">
            {earlier.map((one) => (
              <li key={one.id}>
                <p className="text-pretty">{one.message}</p>
                <time dateTime={one.created_at} title={formatJakartaTime(one.created_at)} className="text-muted">
                  {formatRelativeTime(one.created_at)}
                </time>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}
