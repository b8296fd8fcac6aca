import { type ReactNode, useId } from 'react'
import { href, Link } from 'react-router'
import drawing from '~/brand/empty-money.svg'
import { formatNumber } from '~/platform/state/formats'
import type { Elements } from '~/ui/elements'
import { NextLink, NothingListed } from '~/ui/loading/nothing-listed'
import { Rupiah } from '~/ui/shop/rupiah'

export interface MoneyGroup {
  /** What it is, or what to do about it. Without a title it is the only group. */
  title?: string
  about?: string
  /** What deals with all of it. */
  action?: ReactNode
  /** Each a `MoneyRow`. */
  rows: readonly Elements[]
  /** Rupiah of all rows. */
  sum?: number
  /** Other pages have more of it. */
  isPart?: boolean
}

interface MoneyGroupsProps {
  title: string
  intro: string
  /** The name of a group without a title, for screen readers. */
  label: string
  /** Shown when there are no rows. */
  nothing: string
  tabs?: ReactNode
  groups: readonly MoneyGroup[]
  children: Elements
}

/** A page of the administration about money. Its children follow the groups. */
export function MoneyGroups({ title, intro, label, nothing, tabs, groups, children }: MoneyGroupsProps) {
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      {tabs && <div className="mt-3">{tabs}</div>}
      <p className={`${tabs ? 'mt-3' : 'mt-1'} mb-4 max-w-prose text-pretty text-muted`}>
        <span>{intro}</span>{' '}
        <Link to={href('/admin/payment-report')} className="link">
          Cocokkan dengan laporan Midtrans
        </Link>
      </p>
      {groups.length > 0 ? (
        <div className="grid grid-cols-1 gap-4">
          {groups.map((group) => (
            <Group key={`${group.title} ${group.about}`} label={label} {...group} />
          ))}
        </div>
      ) : (
        <NothingListed drawing={drawing} next={<NextLink to={href('/admin/manage-orders')}>Lihat Pesanan</NextLink>}>
          {nothing}
        </NothingListed>
      )}
      {children}
    </main>
  )
}

/** On a desktop amounts and actions have columns of their own. */
const columns = 'lg:grid-cols-[minmax(0,1fr)_auto_16rem]'

function Group({ title, about, action, rows, sum, isPart, label }: MoneyGroup & { label: string }) {
  const id = useId()
  return (
    <section {...(title ? { 'aria-labelledby': id } : { 'aria-label': label })} className="card px-4 md:px-5">
      {title && (
        <div
          className={`grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line pt-4 pb-3 lg:gap-x-8 ${action ? '' : columns}`}
        >
          <h2 id={id} className="text-17 font-bold narrow:col-span-2">
            <span>{title}</span>{' '}
            {!isPart && (
              <span className="ml-1 text-15 font-semibold text-muted tabular-nums">{formatNumber(rows.length)}</span>
            )}
          </h2>
          {sum !== undefined && rows.length > 1 && (
            <Rupiah amount={sum} className="text-right text-17 font-bold narrow:col-start-1 narrow:text-left" />
          )}
          <p className={`col-start-1 col-end-3 text-pretty text-muted ${action ? 'lg:col-end-2' : ''}`}>{about}</p>
          {action && <div className="col-span-2 mt-2 grid lg:col-span-1">{action}</div>}
        </div>
      )}
      <ul className="divide-y divide-line">{rows}</ul>
    </section>
  )
}

interface MoneyRowProps {
  name: string
  /** Null: not known. */
  amount: number | null
  actions?: ReactNode
  children: ReactNode
}

/** Whose money, how much, what is known, and what can be done. */
export function MoneyRow({ name, amount, actions, children }: MoneyRowProps) {
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 py-4 lg:grid-rows-[auto_1fr] lg:gap-x-8 ${actions ? columns : ''}`}
    >
      <h3 className="font-bold wrap-anywhere narrow:col-span-2">{name}</h3>
      {amount !== null && <Rupiah amount={amount} className="text-17 font-bold narrow:col-start-1" />}
      <div className="col-span-2 col-start-1 grid gap-0.5">{children}</div>
      {actions && (
        <div className="col-span-2 mt-2 flex flex-wrap gap-2 *:grow empty:hidden lg:col-span-1 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:mt-0 lg:flex-col lg:self-start">
          {actions}
        </div>
      )}
    </li>
  )
}

/** The order of a row, and a chat with its buyer. */
export function RowLinks({ orderId, children }: { orderId: string; children?: Elements }) {
  return (
    <p className="-my-1.5 flex flex-wrap items-center gap-x-4">
      <Link
        to={href('/admin/manage-orders/order/:orderId', { orderId })}
        className="link inline-flex min-h-11 items-center"
      >
        {`#${orderId}`}
      </Link>
      {children}
    </p>
  )
}
