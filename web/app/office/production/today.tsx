import type { Production } from '@camilan/contract/production'
import { ChefHat, ChevronRight, Coins, type LucideIcon, Package, Truck, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { href, Link } from 'react-router'
import { formatNumber } from '~/platform/state/formats'
import { piecesLeft, sumOf } from './production-list'

interface TodayProps {
  production: Production
  /** What of it has to be looked at, and how much of that are refunds. */
  money: { total: number; refunds: number }
}

/** What is to be done now, in the order of a day: make, pack, hand over, answer, refund. Nothing without tasks. */
export function Today({ production, money }: TodayProps) {
  const id = useId()
  const packed = sumOf(production, 'packed_orders')
  const orders = href('/admin/manage-orders')
  const tasks = [
    { count: piecesLeft(production), words: 'barang perlu dibuat', to: href('/admin/production'), icon: ChefHat },
    {
      count: sumOf(production, 'orders') - packed,
      words: 'pesanan perlu dikemas',
      to: `${orders}?packed=no`,
      icon: Package,
    },
    { count: packed, words: 'pesanan siap diserahkan', to: `${orders}?packed=yes`, icon: Truck },
    {
      count: money.total - money.refunds,
      words: 'hal tentang uang perlu dilihat',
      to: href('/admin/money'),
      icon: Coins,
    },
    { count: money.refunds, words: 'dana perlu dikembalikan', to: href('/admin/refunds'), icon: Undo2 },
  ].filter(({ count }) => count > 0)
  if (tasks.length === 0) return null
  return (
    <section aria-labelledby={id} className="card px-2 py-3">
      <h2 id={id} className="px-2 text-17 font-bold">
        Kerjakan sekarang
      </h2>
      <ul className="mt-1 md:flex md:flex-wrap md:gap-x-4 md:*:grow md:*:basis-72">
        {tasks.map((task) => (
          <Task key={task.words} {...task} />
        ))}
      </ul>
    </section>
  )
}

function Task({ count, words, to, icon: Icon }: { count: number; words: string; to: string; icon: LucideIcon }) {
  return (
    <li>
      <Link to={to} className="flex min-h-13 items-center gap-3 rounded-xl px-2 hover:bg-soft">
        <Icon aria-hidden className="size-5 shrink-0 text-accent" />
        <span className="min-w-0 grow">
          <b className="text-21 font-extrabold tracking-tight tabular-nums">{formatNumber(count)}</b>{' '}
          <span>{words}</span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </Link>
    </li>
  )
}
