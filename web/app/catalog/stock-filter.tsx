import { stockLevels } from '@camilan/contract/catalog'
import { type ListAddress, listHref } from '~/platform/list-address'
import { TabLinks } from '~/ui/tab-links'

const labels = { low: 'Stok menipis', out: 'Habis' } as const

/** All products, or those that need filling up; the choice is kept in the address. */
export function StockFilter({ address }: { address: ListAddress }) {
  const chosen = stockLevels.find((level) => level === address.filters.stock)
  const tab = (level: (typeof stockLevels)[number] | undefined, label: string) => ({
    to: listHref({ ...address, page: 1, filters: level ? { stock: level } : {} }),
    label,
    current: level === chosen,
  })
  return (
    <TabLinks
      label="Saring produk"
      tabs={[tab(undefined, 'Semua'), ...stockLevels.map((level) => tab(level, labels[level]))]}
    />
  )
}
