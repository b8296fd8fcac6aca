import type { LucideIcon } from 'lucide-react'
import X from 'lucide-react/icons/x'
import type { ComponentProps } from 'react'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon
  /** The action and its object. */
  label: string
  danger?: boolean
}

export function IconButton({ icon: Icon, label, danger = false, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...button}
      className={`grid size-11 shrink-0 place-items-center rounded-xl hover:bg-soft disabled:cursor-not-allowed disabled:opacity-35 ${danger ? 'text-danger' : 'text-accent'}`}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}

interface CloseButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  small?: boolean
}

/** A cross that closes something. */
export function CloseButton({ label, small = false, className = '', ...button }: CloseButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...button}
      className={`grid size-11 shrink-0 place-items-center rounded-xl text-muted hover:bg-soft ${className}`}
    >
      <X aria-hidden className={small ? 'size-4' : 'size-5'} />
    </button>
  )
}
