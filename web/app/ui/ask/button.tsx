import LoaderCircle from 'lucide-react/icons/loader-circle'
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'

/** One `main` action on a screen; `danger` for an action that can't be undone; `plain` for one that few want; `link` in a text. */
export type ButtonVariant = 'main' | 'quiet' | 'danger' | 'plain' | 'link'

const looks: Record<ButtonVariant, string> = {
  main: 'bg-accent text-on-accent hover:bg-accent-strong',
  quiet: 'border border-control bg-surface text-body hover:bg-soft',
  plain: 'text-muted underline underline-offset-4 hover:text-body',
  link: 'link min-w-11 px-0!',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
}
const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-xl px-5 narrow:min-w-11 narrow:px-2 py-2 text-center text-15 font-bold wrap-break-word transition-colors duration-150'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'> {
  ref?: RefObject<HTMLButtonElement | null>
  variant?: ButtonVariant
  /** Its action is running: it is disabled, and `aria-busy` for screen readers. */
  pending?: boolean
}

export function Button({
  variant = 'main',
  pending = false,
  type = 'button',
  className = '',
  ref,
  ...props
}: ButtonProps) {
  const own = useRef<HTMLButtonElement>(null)
  const button = ref ?? own
  const wasPending = useRef(false)
  // The browser takes the focus from a disabled button.
  useEffect(() => {
    const isBack = wasPending.current && !pending && document.activeElement === document.body
    if (isBack) button.current?.focus({ preventScroll: true })
    wasPending.current = pending
  }, [pending, button])
  return (
    <button
      {...props}
      ref={button}
      type={type}
      disabled={pending || props.disabled}
      aria-busy={pending || undefined}
      className={`${shape} ${looks[variant]} disabled:cursor-not-allowed disabled:opacity-55 ${className}`}
    >
      {pending && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {/* It stays, so that the spinner can come before it. */}
      <span className="contents">{props.children}</span>
    </button>
  )
}

interface LinkButtonProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant
}

/** For links outside the pages, where there is no router, and to other sites. */
export const mainButton = `${shape} ${looks.main}`
export const quietButton = `${shape} ${looks.quiet}`

export function LinkButton({ variant = 'main', className = '', ...props }: LinkButtonProps) {
  return <Link {...props} className={`${shape} ${looks[variant]} ${className}`} />
}
