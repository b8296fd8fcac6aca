import { DeletedProductList } from '@camilan/contract/catalog'
import { stockLevels } from '@camilan/contract/catalog-values'
import { href } from 'react-router'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { currentSession, useSession } from '~/platform/api/session'
import { type ListState, listHref } from '~/platform/pages/list-url'
import { TabLinks } from '~/ui/lists/tab-links'

const stockLabels = { low: 'Stok menipis', out: 'Habis' } as const

type Counts = Record<(typeof stockLevels)[number] | 'deleted', number>

const Counted = z.pick(DeletedProductList, { pagination: true })

/** The numbers of products in the tabs, of those that the search finds; 0 for one that can't be loaded. */
export async function loadCounts(query: string, signal: AbortSignal): Promise<Counts> {
  const count = (path: string, filter: Record<string, string>) =>
    api.get(`/api/admin/products${path}?${new URLSearchParams({ ...filter, limit: '1' })}`, Counted, { signal }).then(
      ({ pagination }) => pagination.total_products,
      () => 0,
    )
  const search = query ? { query } : {}
  const [low, out, deleted] = await Promise.all([
    count('', { ...search, stock: 'low' }),
    count('', { ...search, stock: 'out' }),
    currentSession().isAdmin ? count('/deleted', {}) : 0,
  ])
  return { low, out, deleted }
}

interface ProductTabsProps {
  chosen: (typeof stockLevels)[number] | 'all' | 'deleted'
  counts: Counts
  /** The shown list, whose search stays. */
  list?: ListState
}

/** All products, those with little stock, or the deleted ones. The choice is kept in the URL. */
export function ProductTabs({ chosen, counts, list }: ProductTabsProps) {
  const page = href('/admin/manage-products')
  const tab = (level: (typeof stockLevels)[number] | undefined, label: string) => ({
    to: page + listHref({ size: 10, query: '', ...list, page: 1, filters: level ? { stock: level } : {} }),
    label,
    current: chosen === (level ?? 'all'),
    ...(level && { count: counts[level] }),
  })
  const { isAdmin } = useSession()
  const deleted = {
    to: href('/admin/manage-products/deleted'),
    label: 'Dihapus',
    current: chosen === 'deleted',
    count: counts.deleted,
  }
  const ofStock = stockLevels.map((level) => tab(level, stockLabels[level]))
  return (
    <TabLinks
      label="Saring produk"
      of="produk"
      tabs={[tab(undefined, 'Semua'), ...ofStock, ...(isAdmin ? [deleted] : [])]}
    />
  )
}
