import type { ReactNode } from 'react'
import { Drawing } from './drawing'

interface EmptyStateProps {
  /** A drawing of app/brand. */
  drawing: string
  title: string
  /** What can be done about it. */
  children?: ReactNode
  /** Usually a LinkButton. */
  action?: ReactNode
}

export function EmptyState({ drawing, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 py-10 text-center">
      <Drawing src={drawing} />
      <p className="text-21 font-extrabold tracking-tight text-balance">{title}</p>
      {children && <p className="text-muted">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
