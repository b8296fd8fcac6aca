import { useId } from 'react'
import { Link } from 'react-router'
import { keepPlace } from '~/platform/state/focus'
import { formatNumber } from '~/platform/state/formats'
import { ScrollArrows } from './scroll-arrows'
import { useScrollToCurrent } from './use-scroll-to-current'

interface TabLinksProps {
  label: string
  tabs: readonly {
    to: string
    label: string
    current: boolean
    /** The number of entries of the tab. 0 is not shown. */
    count?: number
    /** What the count of this tab means, if its label does not say it. A phone has no room to show it. */
    note?: string
  }[]
  /** The counted things, for screen readers. */
  of?: string
  /** Several rows instead of one that scrolls. */
  wraps?: boolean
}

/** Tabs that are links. If they need more room the row scrolls sideways, and arrows show the direction. */
export function TabLinks({ label, tabs, of, wraps = false }: TabLinksProps) {
  // A count that comes later makes its tab wider.
  const widths = tabs.map(({ count }) => (count ? formatNumber(count).length : 0)).join()
  const row = useScrollToCurrent<HTMLElement>(`${tabs.find(({ current }) => current)?.to} ${widths}`)
  const id = useId()
  return (
    <div className="relative -mx-4 md:-mx-1">
      <nav ref={row} aria-label={label} className="scroll-px-12 overflow-x-auto px-4 py-1 md:px-1">
        <ul className={`flex gap-2 ${wraps ? 'flex-wrap' : 'w-max'}`}>
          {tabs.map((tab, index) => (
            <li key={tab.to} className="relative">
              <Link
                to={tab.to}
                {...keepPlace}
                aria-current={tab.current ? 'page' : undefined}
                aria-describedby={tab.count ? `${id}-${index}` : undefined}
                style={
                  tab.count ? { paddingRight: `calc(var(--around-count, 2.5rem) + ${widthOf(tab)}ch)` } : undefined
                }
                className={`${tab.note && tab.count ? 'max-md:pr-14!' : ''} inline-flex min-h-11 items-center rounded-full border px-4 text-15 font-semibold whitespace-nowrap ${
                  tab.current
                    ? 'border-inverse bg-inverse text-on-inverse'
                    : 'border-line bg-surface text-body hover:bg-soft'
                }`}
              >
                {tab.label}
              </Link>
              {tab.count ? (
                // Beside the link, whose text remains only the tab's name.
                <span
                  id={`${id}-${index}`}
                  aria-hidden
                  className={`pointer-events-none absolute inset-y-0 right-4 my-auto h-5 min-w-5 rounded-full px-1.5 text-center text-13 leading-5 font-bold tabular-nums ${tab.note ? 'bg-highlight text-on-highlight' : 'bg-soft text-body'}`}
                >
                  <span>{formatNumber(tab.count)}</span>
                  {of && <span className="sr-only"> {of}</span>}
                  {tab.note && <span className="max-md:sr-only"> {tab.note}</span>}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      </nav>
      <ScrollArrows row={row} />
    </div>
  )
}

/** The room that the link keeps for the count, in digits of its own size. Letters of the smaller note are narrower. */
const widthOf = ({ count = 0, note = '' }: { count?: number; note?: string }) =>
  formatNumber(count).length + note.length * 0.75
