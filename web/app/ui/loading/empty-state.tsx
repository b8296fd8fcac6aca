import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** A file of app/brand; none where what follows is more important. */
  drawing: string | undefined
  title: string
  /** The next step. */
  children?: ReactNode
  /** Usually a LinkButton. */
  action?: ReactNode
}

export function EmptyState({ drawing, title, children, action }: EmptyStateProps) {
  return (
    <div className={`mx-auto grid max-w-md justify-items-center gap-3 text-center ${drawing ? 'py-10' : 'pt-6 pb-8'}`}>
      {drawing && <Drawing src={drawing} />}
      <p className="text-21 font-extrabold tracking-tight text-balance">{title}</p>
      {children && <p className="text-muted">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

/** A drawing of app/brand. It has no alternative text, because the words beside it say the same. */
export function Drawing({ src, className = '' }: { src: string; className?: string }) {
  return <img src={src} alt="" width={200} height={160} className={`h-40 w-auto dark:brightness-90 ${className}`} />
}
