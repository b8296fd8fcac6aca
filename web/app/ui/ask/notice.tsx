import type { LucideIcon } from 'lucide-react'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import type { ReactNode } from 'react'

const tones = {
  warning: { icon: Info, className: 'bg-warning-soft text-warning' },
  danger: { icon: CircleAlert, className: 'bg-danger-soft text-danger' },
}

/** A notice that stays on the page. */
export function Notice({ tone = 'warning', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  const { icon: Icon, className } = tones[tone]
  return (
    <div className={`flex items-start gap-2.5 rounded-xl px-4 py-3 ${className}`}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 grow font-semibold">{children}</div>
    </div>
  )
}

/** The reason why a form was refused, above its fields. */
export function FormProblem({ sentence }: { sentence: string | undefined }) {
  if (!sentence) return null
  return (
    <p role="alert" className="flex items-start gap-2.5 rounded-xl bg-danger-soft px-4 py-3 font-semibold text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>{sentence}</span>
    </p>
  )
}

/** The confirmation that a form was accepted, if its page stays on screen. */
export function FormSuccess({ icon: Icon, sentence }: { icon: LucideIcon; sentence: string | undefined }) {
  if (!sentence) return null
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-xl bg-accent-soft px-4 py-3 font-semibold text-accent">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>{sentence}</span>
    </p>
  )
}
