import type { User } from '@camilan/contract/accounts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleUser from 'lucide-react/icons/circle-user'
import LogOut from 'lucide-react/icons/log-out'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { useSession } from '~/platform/api/session'
import { useLayer } from '~/platform/pages/layers'
import { useLogOut } from './me'

const item = 'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 font-semibold hover:bg-soft'

/** The account part of the header. The server renders it for a visitor; for a customer it has the same width. */
export function AccountMenu({ user }: { user: User | null }) {
  const { token, known } = useSession()
  return (
    <div className="flex w-11 shrink-0 justify-end md:w-36">
      {token ? (
        <Menu name={user ? shortName(user.name) : 'Akun'} />
      ) : (
        <Link
          to={href('/auth/login')}
          className={`grid min-h-11 min-w-11 place-items-center rounded-xl border-control font-bold hover:bg-soft md:w-full md:border md:px-5 noscript:visible ${known ? '' : 'invisible'}`}
        >
          <CircleUser aria-hidden className="size-5.5 md:hidden" />
          <span className="sr-only md:not-sr-only">Login</span>
        </Link>
      )}
    </div>
  )
}

/** The first name, with a title such as `Bu` or `Pak` if the name has one. */
function shortName(name: string): string {
  return /^((bu|ibu|pak|bapak|mbak|mas)\s+)?\S+/i.exec(name)?.[0] ?? name
}

function Menu({ name }: { name: string }) {
  const ref = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const { role } = useSession()
  const logOut = useLogOut()
  const [isOpen, setOpen] = useState(false)
  const close = () => ref.current?.removeAttribute('open')
  useLayer(isOpen, close)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes
  useEffect(close, [key])
  const closeOnEscape: ComponentProps<'details'>['onKeyDown'] = ({ key }) => {
    if (key !== 'Escape') return
    close()
    ref.current?.querySelector('summary')?.focus()
  }
  const closeOnBlur: ComponentProps<'details'>['onBlur'] = (event) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }
  return (
    <details
      ref={ref}
      className="relative min-w-0"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onBlur={closeOnBlur}
      onKeyDown={closeOnEscape}
    >
      <summary className="flex min-h-11 min-w-11 list-none items-center justify-center gap-1.5 rounded-xl font-semibold hover:bg-soft md:px-2">
        <CircleUser aria-hidden className="size-5.5 shrink-0" />
        <span className="sr-only md:not-sr-only md:truncate">{name}</span>
        <ChevronDown aria-hidden className="hidden size-4 shrink-0 text-muted md:block" />
      </summary>
      <ul className="absolute right-0 z-30 mt-2 w-52 rounded-2xl border border-line bg-surface p-2 shadow-float">
        {role !== 'customer' && (
          <li>
            <Link to={href(role === 'admin' ? '/admin/dashboard' : '/admin/manage-orders')} className={item}>
              {role === 'admin' ? 'Dashboard' : 'Kelola Pesanan'}
            </Link>
          </li>
        )}
        <li>
          <Link to={href('/profile')} className={item}>
            <CircleUser aria-hidden className="size-5 text-muted" />
            Profil
          </Link>
        </li>
        <li>
          <Link to={href('/my-order')} className={item}>
            <ReceiptText aria-hidden className="size-5 text-muted" />
            Pesanan Saya
          </Link>
        </li>
        <li className="mt-2 border-t border-line pt-2">
          <button type="button" onClick={logOut} className={`${item} text-danger`}>
            <LogOut aria-hidden className="size-5" />
            Keluar
          </button>
        </li>
      </ul>
    </details>
  )
}
