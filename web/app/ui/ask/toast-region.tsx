import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Hourglass from 'lucide-react/icons/hourglass'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { useMutation } from '~/platform/api/use-mutation'
import { useStore } from '~/platform/state/store'
import {
  dismissOfFormerPage,
  dismissToast,
  type Toast,
  type ToastAction,
  type ToastKind,
  toasts,
} from '~/platform/state/toasts'
import { useHeightVariable, usePressedInSight } from '~/ui/page/room-below'
import { CloseButton } from './icon-button'

const looks: Record<ToastKind, { icon: LucideIcon; className: string }> = {
  status: { icon: CircleCheck, className: 'text-accent' },
  waiting: { icon: Hourglass, className: 'text-warning' },
  alert: { icon: CircleAlert, className: 'text-danger' },
}

/** Long enough to read it, twice for a failure, and three times as long again if it has a link or an action. */
function shownForMs({ text, kind, link, action }: Toast): number {
  const usual = kind !== 'alert' ? Math.max(4_000, text.length * 60) : Math.max(7_000, text.length * 120)
  return link || action ? Math.max(7_000, usual) * 3 : usual
}

function useDismissOfFormerPage(): void {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const leftAt = useRef<number>(undefined)
  useEffect(() => {
    if (state === 'loading') leftAt.current ??= performance.now()
  }, [state])
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== pathname) dismissOfFormerPage(pathname, leftAt.current ?? performance.now())
    shown.current = pathname
    leftAt.current = undefined
  }, [pathname])
}

/** A strip above the bar at the bottom of the window. The page ends above it. */
export function ToastRegion() {
  const shown = useStore(toasts)
  /** The pointer or the focus is on a toast: no toast disappears. */
  const [held, setHeld] = useState(false)
  const ref = useRef<HTMLElement>(null)
  useDismissOfFormerPage()
  const newest = shown.at(-1)?.id
  const count = shown.length
  // Some browsers send no leave or blur event when the element under the pointer or with the focus is removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a toast is added or removed
  useEffect(() => setHeld(false), [count])
  useEffect(() => {
    // A popover is above a modal dialog only if it was opened after it.
    const region = ref.current
    // A browser without popovers shows it in the page.
    if (!region?.showPopover) return region?.removeAttribute('popover')
    region.hidePopover()
    if (newest !== undefined) region.showPopover()
  }, [newest])
  useHeightVariable(ref, '--messages-height')
  usePressedInSight(ref, newest)
  return (
    <section
      ref={ref}
      popover="manual"
      aria-label="Pemberitahuan"
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      // Beside the menu of the administration.
      className="toasts fixed inset-x-0 m-0 w-full lg:[:root:has(.side-menu)_&]:left-60 lg:[:root:has(.side-menu)_&]:w-auto flex-col border-t border-line bg-surface px-4 text-body open:flex md:px-0 print:hidden dark:border-control dark:bg-soft"
    >
      {shown.map((item) => (
        <ToastCard key={item.id} shown={item} held={held} />
      ))}
    </section>
  )
}

function ToastCard({ shown, held }: { shown: Toast; held: boolean }) {
  const { id, text, kind, link, action } = shown
  const milliseconds = shownForMs(shown)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), milliseconds)
    return () => clearTimeout(timer)
  }, [id, held, milliseconds])
  const { icon: Icon, className } = looks[kind]
  return (
    <div
      role={kind === 'alert' ? 'alert' : 'status'}
      className="mx-auto flex w-full max-w-6xl animate-arrive items-start gap-3 py-1.5 md:px-6"
    >
      <Icon aria-hidden className={`mt-3 size-5 shrink-0 ${className}`} />
      <p className="min-w-0 self-center py-1.5 font-semibold max-md:grow md:flex md:items-center md:gap-5">
        <span>{text}</span>{' '}
        {link && (
          <Link
            to={link.to}
            state={link.state}
            onClick={() => dismissToast(id)}
            className="link -mb-2.5 flex min-h-11 md:-my-2.5 md:shrink-0 w-fit min-w-11 items-center"
          >
            {link.label}
          </Link>
        )}
        {action && <ActionButton action={action} onDone={() => dismissToast(id)} />}
      </p>
      <CloseButton label="Tutup pemberitahuan" small onClick={() => dismissToast(id)} />
    </div>
  )
}

function ActionButton({ action, onDone }: { action: ToastAction; onDone: () => void }) {
  const { pending, run } = useMutation({
    do: action.do,
    done: onDone,
    failed: action.failed,
    revalidate: 'both',
  })
  return (
    <button
      type="button"
      disabled={pending}
      aria-busy={pending || undefined}
      onClick={() => run()}
      className="link -mb-2.5 flex min-h-11 md:-my-2.5 md:shrink-0 w-fit min-w-11 items-center text-left disabled:opacity-55"
    >
      {action.label}
    </button>
  )
}
