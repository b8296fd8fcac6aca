import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { SectionCard } from '~/ui/ask/section-card'
import { Rupiah } from '~/ui/shop/rupiah'
import { Change } from './change'

interface ComparedListProps {
  title: string
  rows: readonly {
    key: string
    name: string
    /** The page that the whole row leads to. */
    to?: string
    /** Shown below the name. */
    note: string
    /** Rupiah. */
    now: number
    before: number
  }[]
}

const shownAtFirst = 10

/** Amounts with those of the days before, the largest first. */
export function ComparedList({ title, rows }: ComparedListProps) {
  const id = useId()
  const [expanded, setExpanded] = useState(false)
  const most = Math.max(1, ...rows.map(({ now }) => now))
  return (
    <SectionCard title={title}>
      <ul id={id} className="divide-y divide-line">
        {(expanded ? rows : rows.slice(0, shownAtFirst)).map(({ key, name, to, note, now, before }) => (
          <li key={key} className="relative py-2.5 first:pt-0 last:pb-0">
            <div className="flex items-baseline justify-between gap-x-4">
              <p className="min-w-0 font-semibold wrap-anywhere">
                {to ? (
                  <Link to={to} className="link after:absolute after:inset-0">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </p>
              <Rupiah amount={now} className="font-semibold" />
            </div>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="text-13 text-muted">{note}</p>
              <p className="ml-auto">
                <Change now={now} before={before} format={formatRupiah} />
              </p>
            </div>
            {/* Its share, beside that of the first. The amounts say it to everybody. */}
            <span
              aria-hidden
              style={{ width: `${(Math.max(0, now) / most) * 100}%` }}
              className="mt-1.5 block h-1 rounded-full bg-accent/45"
            />
          </li>
        ))}
      </ul>
      {rows.length > shownAtFirst && (
        <Button
          variant="quiet"
          aria-expanded={expanded}
          aria-controls={id}
          onClick={() => setExpanded(!expanded)}
          className="mt-4 w-full"
        >
          {expanded ? 'Tampilkan lebih sedikit' : `Tampilkan semua (${formatNumber(rows.length)})`}
        </Button>
      )}
    </SectionCard>
  )
}
