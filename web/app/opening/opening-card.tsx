import type { AdminOpening } from '@camilan/contract/opening-answer'
import { DoorClosed, DoorOpen } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '~/platform/formats'
import { Button } from '~/ui/button'
import { CloseShopDialog } from './close-shop-dialog'
import { ReopenShop } from './reopen-shop'

/**
 * The card on the dashboard: whether the shop takes orders, the rest of today's cap, and the button to close or open it.
 * The banner above says why and until when it is closed.
 */
export function OpeningCard({ opening, closed, cap, left }: AdminOpening) {
  const [asking, setAsking] = useState(false)
  const isShort = opening.is_open && cap.orders === null && cap.pieces === null
  return (
    <section
      aria-label="Buka dan tutup"
      className="card flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3 md:px-5"
    >
      {/* The sentence of a shop that takes no orders, or the cap, is too long beside the button of a phone. */}
      <div className={`min-w-0 grow ${isShort ? 'basis-24' : 'basis-56'}`}>
        <p className="flex items-center gap-2.5 font-bold">
          {opening.is_open ? (
            <DoorOpen aria-hidden className="size-5 shrink-0 text-accent" />
          ) : (
            <DoorClosed aria-hidden className="size-5 shrink-0 text-warning" />
          )}
          {opening.title?.replace('.', '') ?? 'Toko buka'}
        </p>
        <CapLeft cap={cap} left={left} />
      </div>
      {closed ? (
        <ReopenShop />
      ) : (
        <Button variant="quiet" onClick={() => setAsking(true)} className="max-sm:px-4">
          Tutup sementara
        </Button>
      )}
      <CloseShopDialog open={asking} onClose={() => setAsking(false)} />
    </section>
  )
}

/** Nothing without a cap. */
function CapLeft({ cap, left }: Pick<AdminOpening, 'cap' | 'left'>) {
  const lines = [
    { unit: 'pesanan', limit: cap.orders, rest: left.orders },
    { unit: 'barang', limit: cap.pieces, rest: left.pieces },
  ].filter(({ limit }) => limit !== null)
  if (lines.length === 0) return null
  return (
    <p className="mt-0.5 text-13 text-muted tabular-nums">
      Sisa batas hari ini:{' '}
      {lines.map(({ unit, limit, rest }, i) => (
        <span key={unit}>
          {i > 0 && ', '}
          <strong className="text-body">{formatNumber(rest ?? 0)}</strong> dari {formatNumber(limit ?? 0)} {unit}
        </span>
      ))}
    </p>
  )
}
