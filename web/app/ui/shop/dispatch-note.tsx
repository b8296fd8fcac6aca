import { dispatchSentence } from '@camilan/contract/arrival'
import type { DeliveryWay } from '@camilan/contract/order-values'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { useOpening } from '~/platform/pages/opening'

interface DispatchNoteProps {
  way?: DeliveryWay
  /** What the reader does next. */
  verb?: 'Pesan' | 'Bayar'
  className?: string
}

/** When an order of now is handed over, while the shop takes orders and has set days for it. */
export function DispatchNote({ way, verb, className = '' }: DispatchNoteProps) {
  const { dispatch, is_open } = useOpening()
  if (!dispatch || !is_open) return null
  return (
    <p className={`flex items-start gap-2 font-semibold ${className}`}>
      <CalendarClock aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
      <span>{dispatchSentence(dispatch, way, verb)}</span>
    </p>
  )
}
