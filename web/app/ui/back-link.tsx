import { ArrowLeft } from 'lucide-react'
import { Link, useNavigate } from 'react-router'

/** Back to the page one came from; `to` for who came by a link from outside. */
export function BackLink({ to }: { to: string }) {
  const navigate = useNavigate()
  return (
    <Link
      to={to}
      onClick={(event) => {
        if (!cameFromHere() || event.metaKey || event.ctrlKey || event.shiftKey) return
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

/** The router counts the pages of this visit; the location's key is there on the first of them too. */
function cameFromHere(): boolean {
  return Number(window.history.state?.idx) > 0
}
