import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon
  /** What it does and to what, for screen readers. */
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
