import History from 'lucide-react/icons/rotate-ccw-clock'

interface DraftNoticeProps {
  onDiscard: () => void
  /** Shown beside a field in a list. */
  small?: boolean
  className?: string
}

/** The notice that a form has values of an earlier visit, with a button to start again. */
export function DraftNotice({ onDiscard, small = false, className = '' }: DraftNoticeProps) {
  return (
    <div
      role="status"
      className={`flex items-center ${small ? 'gap-x-2 text-13 narrow:flex-wrap' : 'flex-wrap gap-x-2.5 rounded-xl bg-soft py-1 pr-1 pl-4 text-15'} ${className}`}
    >
      {!small && <History aria-hidden className="size-4.5 shrink-0 text-muted max-sm:hidden" />}
      <p className="grow py-1.5 font-semibold">Isian Anda dipulihkan</p>
      <button type="button" onClick={onDiscard} className={`link min-h-11 min-w-11 ${small ? '' : 'px-2'}`}>
        Buang<span className="sr-only"> isian yang dipulihkan</span>
      </button>
    </div>
  )
}
