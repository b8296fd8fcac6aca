import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { NextLink, NothingListed } from '~/ui/nothing-listed'

interface MoneyCardsProps {
  title: string
  intro: string
  /** The list's name, for screen readers. */
  label: string
  /** Shown when there are no cards. */
  nothing: string
  tabs?: ReactNode
  /** Each an `li`. */
  cards: readonly ReactNode[]
  children: ReactNode
}

/** A page of the administration with cards about money. Its children follow the cards. */
export function MoneyCards({ title, intro, label, nothing, tabs, cards, children }: MoneyCardsProps) {
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-muted">
        {intro}{' '}
        <Link to={href('/admin/payment-report')} className="link">
          Cocokkan dengan laporan Midtrans
        </Link>
      </p>
      {tabs && <div className="mb-4">{tabs}</div>}
      {cards.length > 0 ? (
        <ul aria-label={label} className="grid gap-3 lg:grid-cols-2">
          {cards}
        </ul>
      ) : (
        <NothingListed next={<NextLink to={href('/admin/manage-orders')}>Lihat Pesanan</NextLink>}>
          {nothing}
        </NothingListed>
      )}
      {children}
    </main>
  )
}
