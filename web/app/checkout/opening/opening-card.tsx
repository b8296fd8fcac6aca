import type { AdminOpening } from '@camilan/contract/opening-answer'
import type { OrderObstacle } from '@camilan/contract/setup'
import ChevronRight from 'lucide-react/icons/chevron-right'
import DoorClosed from 'lucide-react/icons/door-closed'
import DoorOpen from 'lucide-react/icons/door-open'
import { useState } from 'react'
import { href, Link } from 'react-router'
import { formatNumber } from '~/platform/state/formats'
import { fromSetup } from '~/settings/back-to-setup'
import { Button } from '~/ui/ask/button'
import { SimulationNote } from '~/ui/shop/simulation-note'
import { CloseShopDialog, ReopenShop } from './close-shop'

/** `gateway`: the gateway gives no payments. The sentence above the card says why. */
type Obstacle = OrderObstacle | 'gateway'

/** What is missing, and the page on which it is mended. */
const obstacleTexts: Record<Obstacle, { text: string; to?: string }> = {
  restored: { text: 'Toko baru dipulihkan dari cadangan' },
  keys: { text: 'Isi kunci pembayaran', to: `${href('/admin/settings')}#payment` },
  product: { text: 'Tambahkan atau tampilkan satu produk', to: href('/admin/manage-products') },
  stock: { text: 'Semua produk habis: isi stoknya', to: href('/admin/manage-products') },
  gateway: { text: 'Pembayaran sedang bermasalah', to: `${href('/admin/settings')}#payment` },
}

interface OpeningCardProps extends AdminOpening {
  obstacles: Obstacle[]
  isSimulated: boolean
}

/**
 * The card on the dashboard: whether buyers can order, what they still need for it, the rest of today's cap, and the button
 * to close or open the shop. The banner above says why and until when it is closed.
 */
export function OpeningCard({ opening, closed, cap, left, obstacles, isSimulated }: OpeningCardProps) {
  const [asking, setAsking] = useState(false)
  const takesOrders = opening.is_open && obstacles.length === 0
  const isShort = takesOrders && cap.orders === null && cap.pieces === null
  return (
    <section
      aria-label="Buka dan tutup"
      className="card flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3 md:px-5"
    >
      {/* The sentence of a shop that takes no orders, or the cap, is too long beside the button of a phone. */}
      <div className={`min-w-0 grow ${isShort ? 'basis-24' : 'basis-56'}`}>
        <p className="flex items-center gap-2.5 font-bold">
          {takesOrders ? (
            <DoorOpen aria-hidden className="size-5 shrink-0 text-accent" />
          ) : (
            <DoorClosed aria-hidden className="size-5 shrink-0 text-warning" />
          )}
          <span>{opening.title?.replace('.', '') ?? (takesOrders ? 'Toko buka' : 'Pembeli belum bisa memesan')}</span>
        </p>
        <Obstacles obstacles={obstacles} />
        <CapLeft cap={cap} left={left} />
      </div>
      {closed ? (
        <ReopenShop />
      ) : (
        <Button variant="quiet" onClick={() => setAsking(true)} className="max-sm:px-4">
          Tutup sementara
        </Button>
      )}
      <SimulationNote isSimulated={isSimulated} className="basis-full" />
      <CloseShopDialog open={asking} onClose={() => setAsking(false)} />
    </section>
  )
}

function Obstacles({ obstacles }: { obstacles: Obstacle[] }) {
  if (obstacles.length === 0) return null
  return (
    <ul className="mt-0.5 ml-7.5">
      {obstacles.map((obstacle) => {
        const { text, to } = obstacleTexts[obstacle]
        return (
          <li key={obstacle}>
            {to ? (
              <Link to={to} state={fromSetup} className="link inline-flex min-h-11 items-center gap-1">
                <span>{text}</span>
                <ChevronRight aria-hidden className="size-4 shrink-0" />
              </Link>
            ) : (
              text
            )}
          </li>
        )
      })}
    </ul>
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
          {i > 0 && <span>{', '}</span>}
          <strong className="text-body">{formatNumber(rest ?? 0)}</strong>{' '}
          <span>{`dari ${formatNumber(limit ?? 0)} ${unit}`}</span>
        </span>
      ))}
    </p>
  )
}
