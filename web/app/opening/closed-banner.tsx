import type { Opening } from '@camilan/contract/opening-answer'
import { Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFollowedOpening } from './opening'

/** Shown on every page of customers while the shop takes no orders. */
export function ClosedBanner() {
  return <Banner opening={useFollowedOpening()} className="px-4 md:px-6" />
}

interface BannerProps {
  opening: Opening
  /** The classes of the line inside. */
  className: string
  children?: ReactNode
}

/** Nothing while the shop is open. A screen reader is told when it closes. */
export function Banner({ opening: { is_open, title, message, reopens }, className, children }: BannerProps) {
  return (
    <div role="status">
      {!is_open && (
        <section aria-label="Keadaan toko" className="border-b border-line bg-warning-soft text-warning">
          <div className={`mx-auto flex max-w-6xl items-start gap-2.5 py-3 ${className}`}>
            <Store aria-hidden className="mt-0.5 size-5 shrink-0" />
            <p className="min-w-0 grow wrap-anywhere">
              <strong className="font-bold">{title}</strong> {[message, reopens].filter(Boolean).join(' ')} {children}
            </p>
          </div>
        </section>
      )}
    </div>
  )
}
