import { jakartaDay } from '@camilan/contract/jakarta'
import type { ListedNotification } from '@camilan/contract/notification-list'
import type { LucideIcon } from 'lucide-react'
import Banknote from 'lucide-react/icons/banknote'
import Bell from 'lucide-react/icons/bell'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import CircleX from 'lucide-react/icons/circle-x'
import Package from 'lucide-react/icons/package'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Truck from 'lucide-react/icons/truck'
import Wallet from 'lucide-react/icons/wallet'
import { type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import { formatJakartaTime, formatRelativeTime } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import { ProductPicture } from '~/ui/shop/product-picture'
import { useChangeNotifications } from './change-notifications'

interface NotificationRowProps {
  /** The newest of its order. */
  notice: ListedNotification
  /** The others of its order, which are read and deleted with it. */
  earlier: readonly ListedNotification[]
  pageHref: string | null
  /** The row and the pressed button are removed, so the focus must move. */
  onDeleted: () => void
}

export function NotificationRow({ notice, earlier, pageHref, onDeleted }: NotificationRowProps) {
  const { pending, change } = useChangeNotifications()
  const { message, created_at } = notice
  const all = [notice, ...earlier]
  const ids = all.map(({ id }) => id)
  const unread = all.filter(({ is_read }) => !is_read).map(({ id }) => id)
  const is_read = unread.length === 0
  const row = useRef<HTMLLIElement>(null)
  const messageId = useId()
  const markRead = () => {
    if (!is_read) void change('read', unread)
  }
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 p-3 narrow:grid-cols-1 narrow:gap-y-2 narrow:*:col-start-1 md:px-4 lg:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <div className="relative row-span-2 grid content-start justify-self-start narrow:row-span-1">
        <Picture notice={notice} />
        {!is_read && (
          <span
            aria-hidden
            className="absolute -top-1 -left-1 size-3.5 rounded-full border-2 border-surface bg-accent"
          />
        )}
      </div>
      <p id={messageId} className={`text-pretty ${is_read ? '' : 'font-semibold'}`}>
        {!is_read && <span className="sr-only">Belum dibaca: </span>}
        <Sentence text={message} to={pageHref} onOpen={markRead} />
      </p>
      <div className="col-start-2 -mb-2.5 flex flex-wrap items-center gap-x-2.5 text-13 text-muted lg:col-start-3 lg:-my-2 lg:self-start lg:justify-end lg:gap-x-4 lg:pl-3">
        <When at={created_at}>{timeInDay(created_at)}</When>
        {!is_read && (
          <RowButton
            of={messageId}
            pending={pending}
            onClick={() => {
              markRead()
              row.current?.focus()
            }}
          >
            Tandai dibaca
          </RowButton>
        )}
        <RowButton
          of={messageId}
          pending={pending}
          onClick={() => {
            void change('delete', ids)
            onDeleted()
          }}
        >
          Hapus<span className="sr-only"> notifikasi</span>
        </RowButton>
      </div>
      {earlier.length > 0 && <Earlier notices={earlier} />}
    </li>
  )
}

interface RowButtonProps {
  /** The id of the message that it is about. */
  of: string
  pending: boolean
  onClick: () => void
  children: ReactNode
}

const RowButton = ({ of, pending, onClick, children }: RowButtonProps) => (
  <button
    type="button"
    aria-describedby={of}
    disabled={pending}
    onClick={onClick}
    className="min-h-11 min-w-11 text-left font-semibold text-body underline underline-offset-2 hover:text-accent disabled:opacity-55"
  >
    {children}
  </button>
)

interface SentenceProps {
  text: string
  /** Null: it leads nowhere. */
  to: string | null
  onOpen: () => void
}

/** The number of an order is not broken over two lines. */
function Sentence({ text, to, onOpen }: SentenceProps) {
  const [before, order, ...after] = text.split(/(#[\w-]+)/)
  const sentence = (
    <span>
      <span>{before}</span>
      <span className="whitespace-nowrap">{order}</span>
      <span>{after.join('')}</span>
    </span>
  )
  if (to === null) return sentence
  return (
    <Link to={to} onClick={onOpen} className="-my-2.5 inline-block py-2.5 hover:text-accent hover:underline">
      {sentence}
    </Link>
  )
}

const When = ({ at, children }: { at: string; children: string }) => (
  <time dateTime={at} title={formatJakartaTime(at)}>
    {children}
  </time>
)

/** Its day is said above it. The short form leaves room for the buttons on a phone. */
function timeInDay(at: string): string {
  const isToday = jakartaDay(new Date(at)) === jakartaDay(serverDate())
  return isToday ? formatRelativeTime(at).replace(' yang', '') : formatJakartaTime(at).slice('21-11-2026 '.length)
}

/** What was told of the same order before. */
function Earlier({ notices }: { notices: readonly ListedNotification[] }) {
  return (
    <details className="col-start-2 -mb-1.5 text-13 lg:col-span-2">
      <summary className="-ml-2 flex min-h-11 w-fit cursor-pointer items-center gap-1 rounded-xl px-2 font-semibold hover:bg-soft [&::-webkit-details-marker]:hidden">
        <span>{`${notices.length} kabar sebelumnya`}</span>
        <ChevronDown aria-hidden className="size-4 [details[open]_&]:rotate-180" />
      </summary>
      <ol className="grid gap-2 border-l-2 border-line pb-2 pl-3 dark:border-control">
        {notices.map(({ id, message, created_at }) => (
          <li key={id}>
            <p className="text-pretty">{message}</p>
            <span className="text-muted">
              <When at={created_at}>{formatRelativeTime(created_at)}</When>
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** The first that fits the kind. */
const icons: [RegExp, LucideIcon][] = [
  [/cancel|expired/, CircleX],
  [/refund|amount|payment-(reversed|restored|unclear)|unmatched/, Banknote],
  [/paid|payment/, Wallet],
  [/ship|delivery/, Truck],
  [/completed|received/, CircleCheckBig],
  [/stock/, Package],
  [/order/, ReceiptText],
]

/** What it is about: a product of its order, and what became of it. */
function Picture({ notice }: { notice: ListedNotification }) {
  const { kind, order_id } = notice
  const [, Icon] = icons.find(([kinds]) => kinds.test(kind)) ?? [null, Bell]
  if (order_id === null) {
    return (
      <span className="grid size-14 place-items-center rounded-xl bg-soft text-accent">
        <Icon aria-hidden className="size-6" />
      </span>
    )
  }
  return (
    <span className="relative size-14">
      <ProductPicture of={notice} alt="" sizes="56px" className="rounded-xl" />
      <span
        className={`absolute -right-1.5 -bottom-1.5 grid size-7 place-items-center rounded-full border-2 border-surface bg-soft ${Icon === CircleX ? 'text-danger' : 'text-accent'}`}
      >
        <Icon aria-hidden className="size-4" />
      </span>
    </span>
  )
}
