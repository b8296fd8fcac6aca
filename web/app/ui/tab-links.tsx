import { Link } from 'react-router'
import { useScrollToCurrent } from './use-scroll-to-current'

interface TabLinksProps {
  /** What the tabs choose between. */
  label: string
  tabs: readonly { to: string; label: string; current: boolean }[]
}

/** Tabs that are links. On a phone the row scrolls horizontally. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const row = useScrollToCurrent<HTMLElement>(tabs.find(({ current }) => current)?.to)
  return (
    <nav ref={row} aria-label={label} className="-mx-4 overflow-x-auto px-4 py-1 md:-mx-1 md:px-1">
      <ul className="flex w-max gap-2">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              preventScrollReset
              aria-current={tab.current ? 'page' : undefined}
              className={`inline-flex min-h-11 items-center rounded-full border px-4 text-15 font-semibold whitespace-nowrap ${
                tab.current
                  ? 'border-inverse bg-inverse text-on-inverse'
                  : 'border-line bg-surface text-body hover:bg-soft'
              }`}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
