import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useNavigate } from 'react-router'

/** Goes back in the history, or to `to` if this is the first page of the visit. */
export function BackLink({ to }: { to: string }) {
  const navigate = useNavigate()
  return (
    <Link
      to={to}
      onClick={(event) => {
        if (!hasHistory() || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        navigate(-1)
      }}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-xl px-2 font-semibold text-muted hover:bg-soft hover:text-body"
    >
      <ArrowLeft aria-hidden className="size-5" />
      Kembali
    </Link>
  )
}

/** The router counts the pages of this visit in `idx`. The location's key does not help: the first page has one too. */
export function hasHistory(): boolean {
  return Number(window.history.state?.idx) > 0
}
