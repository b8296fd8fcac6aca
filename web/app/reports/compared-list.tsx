import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatNumber, formatRupiah } from '~/platform/formats'
import { Button } from '~/ui/button'
import { Rupiah } from '~/ui/rupiah'
import { SectionCard } from '~/ui/section-card'
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
  return (
    <SectionCard title={title}>
      <ul id={id} className="divide-y divide-line">
        {(expanded ? rows : rows.slice(0, shownAtFirst)).map(({ key, name, to, note, now, before }) => (
          <li
            key={key}
            className="relative grid grid-cols-[1fr_auto] items-baseline gap-x-4 py-2.5 first:pt-0 last:pb-0"
          >
            <p className="min-w-0 font-semibold wrap-anywhere">
              {to ? (
                <Link to={to} className="link after:absolute after:inset-0">
                  {name}
                </Link>
              ) : (
                name
              )}
            </p>
            <Rupiah amount={now} className="text-right font-semibold" />
            <p className="min-w-0 text-13 text-muted">{note}</p>
            <p className="text-right">
              <Change now={now} before={before} format={formatRupiah} />
            </p>
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
