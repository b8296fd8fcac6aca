import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'

/** One `main` action on a screen; `danger` for what can't be taken back. */
export type ButtonVariant = 'main' | 'quiet' | 'danger'

const looks: Record<ButtonVariant, string> = {
  main: 'bg-pandan text-on-pandan hover:bg-pandan-tua',
  quiet: 'border border-kayu-manis bg-kelapa text-gula-aren hover:bg-tepung',
  danger: 'bg-cabai text-on-cabai hover:bg-cabai-tua',
}
const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-xl px-5 py-2 text-center text-15 font-bold transition-colors duration-150'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** Its work is under way: it can't be pressed, and says so. */
  pending?: boolean
}

export function Button({ variant = 'main', pending = false, type = 'button', className = '', ...props }: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      disabled={pending || props.disabled}
      aria-busy={pending || undefined}
      className={`${shape} ${looks[variant]} disabled:cursor-not-allowed disabled:opacity-55 ${className}`}
    >
      {pending && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {props.children}
    </button>
  )
}

interface LinkButtonProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant
}

export function LinkButton({ variant = 'main', className = '', ...props }: LinkButtonProps) {
  return <Link {...props} className={`${shape} ${looks[variant]} ${className}`} />
}
