import ArrowLeft from 'lucide-react/icons/arrow-left'
import { href, Link, useLocation } from 'react-router'

/** The location state of a link in the list. */
export const fromSetup = { from: 'setup' }

/** The list on the dashboard. A link with its hash opens it. */
export const setupId = 'setup'

/** For a user who came from the list of open steps: the way back to it, for the next step. */
export function BackToSetup({ className = 'mt-4 border-t border-line pt-2' }: { className?: string }) {
  const { state } = useLocation()
  if (state?.from !== fromSetup.from) return null
  return (
    <p className={className}>
      <Link to={`${href('/admin/dashboard')}#${setupId}`} className="link inline-flex min-h-11 items-center gap-2">
        <ArrowLeft aria-hidden className="size-4" />
        Kembali ke daftar Siapkan toko
      </Link>
    </p>
  )
}
