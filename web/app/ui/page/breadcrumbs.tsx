import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import type { Crumb } from '~/platform/pages/public-meta'

/** The pages above this one. Its own name is the heading below them. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Letak halaman">
      <ol className="-my-2 flex flex-wrap items-center text-13">
        {crumbs.map(({ label, to }, index) => (
          <li key={to} className="flex items-center">
            {index > 0 && <ChevronRight aria-hidden className="mx-1 size-3.5 text-muted" />}
            <Link to={to} className="link inline-flex min-h-11 items-center">
              {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
