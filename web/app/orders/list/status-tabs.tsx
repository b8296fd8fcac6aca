import { orderStatuses } from '@camilan/contract/order-values'
import type { AdminOrderList } from '@camilan/contract/orders'
import { type ListState, listHref } from '~/platform/pages/list-url'
import { TabLinks } from '~/ui/lists/tab-links'
import { packedViews, statusLabel } from './order-lists'

interface StatusTabsProps {
  list: ListState
  counts: Pick<AdminOrderList, 'orders_by_status' | 'orders_by_packing'>
}

/** Filters the orders by their status, or those that are paid by whether they are packed. The search and the days stay. */
export function StatusTabs({ list, counts: { orders_by_status, orders_by_packing } }: StatusTabsProps) {
  const { status: current, packed, ...others } = list.filters
  const tabOf = (label: string, filter: Readonly<Record<string, string>>, count?: number) => ({
    to: listHref({ ...list, page: 1, filters: { ...others, ...filter } }),
    label,
    current: current === filter.status && packed === filter.packed,
    ...(count !== undefined && { count }),
  })
  const parts = packedViews.map(({ value, title }) => tabOf(title, { packed: value }, orders_by_packing?.[value]))
  const tabs = orderStatuses.flatMap((status) => [
    tabOf(statusLabel(status), { status }, orders_by_status?.[status]),
    ...(status === 'DIBAYAR' ? parts : []),
  ])
  return (
    <div className={onLaptop}>
      <TabLinks label="Status pesanan" of="pesanan" tabs={[tabOf('Semua', {}), ...tabs]} />
    </div>
  )
}

/** The eight tabs with counts of three digits fit into a row of 1280 px; where they don't fit there are several rows. */
const onLaptop =
  'lg:[&_ul]:w-auto lg:[&_ul]:flex-wrap lg:max-2xl:[--around-count:1.5rem] lg:max-2xl:[&_a]:px-2.5 lg:max-2xl:[&_a]:text-13 lg:max-2xl:[&_li>span]:right-1.5 lg:max-2xl:[&_ul]:gap-1'
