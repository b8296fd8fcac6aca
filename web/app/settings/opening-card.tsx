import type { AdminOpening } from '@camilan/contract/opening-answer'
import { useState } from 'react'
import { formatNumber } from '~/platform/formats'
import { Button } from '~/ui/button'
import { SectionCard } from '~/ui/section-card'
import { CloseShopDialog } from './close-shop-dialog'
import { ReopenShop } from './reopen-shop'

/** On the dashboard: whether the shop takes orders, what is left of today's cap, and the way to close and open it. */
export function OpeningCard({ opening, closed, cap, left }: AdminOpening) {
  const [asking, setAsking] = useState(false)
  return (
    <SectionCard title={opening.title ?? 'Toko buka'}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-60 wrap-anywhere">
          <p className={opening.is_open ? 'text-muted' : ''}>
            {opening.is_open ? 'Pembeli dapat memesan sekarang.' : opening.message}
          </p>
          <CapLeft cap={cap} left={left} />
        </div>
        {closed ? (
          <ReopenShop />
        ) : (
          <Button variant="quiet" onClick={() => setAsking(true)}>
            Tutup sementara
          </Button>
        )}
      </div>
      <CloseShopDialog open={asking} onClose={() => setAsking(false)} />
    </SectionCard>
  )
}

/** Nothing where no cap is set. */
export function CapLeft({ cap, left }: Pick<AdminOpening, 'cap' | 'left'>) {
  const lines = [
    { unit: 'pesanan', limit: cap.orders, rest: left.orders },
    { unit: 'barang', limit: cap.pieces, rest: left.pieces },
  ].filter(({ limit }) => limit !== null)
  if (lines.length === 0) return null
  return (
    <p className="mt-1 tabular-nums">
      Sisa batas hari ini:{' '}
      {lines.map(({ unit, limit, rest }, i) => (
        <span key={unit}>
          {i > 0 && ', '}
          <strong>{formatNumber(rest ?? 0)}</strong> dari {formatNumber(limit ?? 0)} {unit}
        </span>
      ))}
    </p>
  )
}
