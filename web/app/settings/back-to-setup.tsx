import { ArrowLeft } from 'lucide-react'
import { href, Link, useLocation } from 'react-router'

/** What a link of the list gives to the page it leads to. */
export const fromSetup = { from: 'setup' }

/** For who came from the list of what the shop still needs: the way back to it, where the next step is. */
export function BackToSetup() {
  const { state } = useLocation()
  if (state?.from !== fromSetup.from) return null
  return (
    <p className="mt-4 border-t border-line pt-2">
      <Link to={href('/admin/dashboard')} className="link inline-flex min-h-11 items-center gap-2">
        <ArrowLeft aria-hidden className="size-4" />
        Kembali ke daftar Siapkan toko
      </Link>
    </p>
  )
}
