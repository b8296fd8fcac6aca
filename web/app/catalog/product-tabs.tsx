import { stockLevels } from '@camilan/contract/catalog-values'
import { href } from 'react-router'
import { type ListState, listHref } from '~/platform/list-url'
import { useSession } from '~/platform/session'
import { TabLinks } from '~/ui/tab-links'

const stockLabels = { low: 'Stok menipis', out: 'Habis' } as const

interface ProductTabsProps {
  chosen: (typeof stockLevels)[number] | 'all' | 'deleted'
  /** The shown list, whose search stays. */
  list?: ListState
}

/** All products, those with little stock, or the deleted ones. The choice is kept in the URL. */
export function ProductTabs({ chosen, list }: ProductTabsProps) {
  const page = href('/admin/manage-products')
  const tab = (level: (typeof stockLevels)[number] | undefined, label: string) => ({
    to: page + listHref({ size: 10, query: '', ...list, page: 1, filters: level ? { stock: level } : {} }),
    label,
    current: chosen === (level ?? 'all'),
  })
  const { isAdmin } = useSession()
  const deleted = { to: href('/admin/manage-products/deleted'), label: 'Dihapus', current: chosen === 'deleted' }
  const ofStock = stockLevels.map((level) => tab(level, stockLabels[level]))
  return <TabLinks label="Saring produk" tabs={[tab(undefined, 'Semua'), ...ofStock, ...(isAdmin ? [deleted] : [])]} />
}
