import { type AdminProduct, AdminProductList } from '@camilan/contract/catalog'
import { PlannedPrices } from '@camilan/contract/many-products'
import { success } from '@camilan/contract/wire'
import { href } from 'react-router'
import { api } from '~/platform/api/api'
import { currentSession } from '~/platform/api/session'
import { privatePage } from '~/platform/pages/meta'
import { loadAllProducts } from '~/products/load-all-products'
import { TabLinks } from '~/ui/lists/tab-links'
import type { PageWords } from '~/ui/loading/failed-page'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import type { Route } from './+types/many-products-page'
import { ManyProducts, type Tab, tabs } from './many-products'

const title = 'Banyak Produk Sekaligus'

const tabNames = Object.keys(tabs) as Tab[]

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data produk' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { signal } = request
  const isStaff = currentSession().role === 'staf'
  const readPrices = async (which: string) =>
    isStaff ? [] : (await api.get(`/api/admin/products/prices${which}`, success(PlannedPrices), { signal })).data
  const [products, planned, done] = await Promise.all([
    loadAllProducts<AdminProduct>('/api/admin/products?', AdminProductList, signal),
    readPrices(''),
    readPrices('?done=1'),
  ])
  const asked = new URL(request.url).searchParams.get('tab')
  const tab: Tab = isStaff ? 'stok' : (tabNames.find((name) => name === asked) ?? 'harga')
  return { products, planned, done, tab, isStaff }
}

export function HydrateFallback() {
  return (
    <TitledSkeleton title={title}>
      <Skeleton className="h-80" />
    </TitledSkeleton>
  )
}

export default function ManyProductsPage({
  loaderData: { products, planned, done, tab, isStaff },
}: Route.ComponentProps) {
  return (
    <main className="page grid grid-cols-1 gap-4">
      <div>
        <BackLink to={href('/admin/manage-products')} />
        <h1 className="title">{title}</h1>
      </div>
      {!isStaff && (
        <TabLinks
          label="Yang diubah"
          tabs={tabNames.map((name) => ({ to: `?tab=${name}`, label: tabs[name].label, current: name === tab }))}
        />
      )}
      <ManyProducts products={products} planned={planned} done={done} tab={tab} />
    </main>
  )
}
