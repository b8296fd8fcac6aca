import { AdminProduct, AdminProductList } from '@camilan/contract/catalog'
import { stockLevels } from '@camilan/contract/catalog-values'
import { PlannedPrices } from '@camilan/contract/many-products'
import { success } from '@camilan/contract/wire'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState } from 'react'
import { href, Link, useLocation, useNavigate } from 'react-router'
import emptyCart from '~/brand/empty-cart.svg'
import { api } from '~/platform/api/api'
import { currentSession, useSession } from '~/platform/api/session'
import { findOpenDraft } from '~/platform/forms/use-draft'
import { isFiltered, listParams, readListUrl, redirectBeyondLastPage } from '~/platform/pages/list-url'
import { privatePage } from '~/platform/pages/meta'
import { readShopFacts } from '~/platform/pages/shop-info'
import { useListPending } from '~/platform/pages/use-list-pending'
import { keepPlace } from '~/platform/state/focus'
import { AddProductDialog, EditProductDialog, productDrafts } from '~/products/form/product-dialogs'
import { BackToSetup } from '~/settings/back-to-setup'
import { Button } from '~/ui/ask/button'
import { OnlyAdmin } from '~/ui/ask/only-admin'
import { ListFooter } from '~/ui/lists/list-footer'
import { ListSearch } from '~/ui/lists/list-search'
import type { PageWords } from '~/ui/loading/failed-page'
import { NothingListed } from '~/ui/loading/nothing-listed'
import { ListSkeleton } from '~/ui/loading/skeleton'
import type { Route } from './+types/manage-products-page'
import { loadCounts, ProductTabs } from './product-tabs'
import { ProductsTable } from './products-table'

const title = 'Kelola Produk'

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data produk' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const list = readListUrl(request.url, ['stock'])
  const path = `/api/admin/products?${listParams(list)}`
  const [{ data: products, pagination }, counts, planned] = await Promise.all([
    api.get(path, AdminProductList, { signal: request.signal }),
    loadCounts(list.query, request.signal),
    currentSession().isAdmin ? loadPlanned(request.signal) : [],
    readShopFacts(request.signal),
  ])
  redirectBeyondLastPage(list, pagination.total_page, request)
  return { list, products, pagination, counts, planned }
}

/** None where they can't be loaded: the list is shown without its marks. */
const loadPlanned = (signal: AbortSignal): Promise<PlannedPrices> =>
  api.get('/api/admin/products/prices', success(PlannedPrices), { signal }).then(
    ({ data }) => data,
    () => [],
  )

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function ManageProductsPage({
  loaderData: { list, products, pagination, counts, planned },
}: Route.ComponentProps) {
  const pending = useListPending()
  const { isAdmin } = useSession()
  const { adding, setAdding } = useAdding()
  const [edited, setEdited] = useState<AdminProduct | null>(null)
  useInterruptedForm({ add: () => setAdding(true), edit: setEdited })
  return (
    <main className="page">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="title">{title}</h1>
        <OnlyAdmin>
          <Button onClick={() => setAdding(true)} className="max-sm:px-3.5">
            <Plus aria-hidden className="size-5 max-sm:hidden" />
            Tambah baru
          </Button>
        </OnlyAdmin>
      </div>
      <BackToSetup className="mt-1" />
      <div className="mt-4">
        <ProductTabs
          list={list}
          counts={counts}
          chosen={stockLevels.find((level) => level === list.filters.stock) ?? 'all'}
        />
      </div>
      <div className="mt-3 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <ListSearch list={list} placeholder="Cari produk..." />
        <p className="flex flex-wrap gap-x-5">
          <Link to={href('/admin/manage-products/many')} className="link inline-flex min-h-11 items-center">
            {isAdmin ? 'Ubah banyak sekaligus' : 'Ubah banyak stok'}
          </Link>
          <OnlyAdmin>
            <Link to={href('/admin/manage-products/import')} className="link inline-flex min-h-11 items-center">
              Pindahkan dari file
            </Link>
            <Link to={href('/admin/manage-products/order')} className="link inline-flex min-h-11 items-center">
              Urutan toko
            </Link>
          </OnlyAdmin>
        </p>
      </div>
      {products.length > 0 ? (
        <ProductsTable
          key={list.page}
          products={products}
          planned={planned}
          firstNumber={(list.page - 1) * list.size + 1}
          pending={pending}
          onEdit={setEdited}
        />
      ) : (
        <NothingListed
          drawing={emptyCart}
          pending={pending}
          list={list}
          next={
            !isFiltered(list) && isAdmin && <Button onClick={() => setAdding(true)}>Tambahkan produk pertama</Button>
          }
        >
          {isFiltered(list) ? 'Tidak ada produk yang ditemukan' : 'Belum ada produk'}
        </NothingListed>
      )}
      <ListFooter
        list={list}
        shown={products.length}
        total={pagination.total_products}
        totalPages={pagination.total_page}
        noun="produk"
      />
      <AddProductDialog
        open={adding}
        onClose={() => setAdding(false)}
        isFirst={products.length === 0 && !isFiltered(list)}
      />
      <EditProductDialog product={edited} onClose={() => setEdited(null)} />
    </main>
  )
}

/** Other pages lead to the form for a new product. */
const addHash = '#tambah'

/** Whether the form for a new product is open. The hash of the URL opens it once. */
function useAdding() {
  const { hash, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isMeant = hash === addHash
  const [adding, setAdding] = useState(isMeant)
  useEffect(() => {
    if (!isMeant) return
    setAdding(true)
    void navigate(pathname + search, { replace: true, ...keepPlace, state: { ...state, ...keepPlace.state } })
  }, [isMeant, navigate, pathname, search, state])
  return { adding, setAdding }
}

/** Opens the form again that was open and changed when the page was left, for example by the end of the session. */
function useInterruptedForm(open: { add: () => void; edit: (product: AdminProduct) => void }) {
  const openers = useRef(open)
  openers.current = open
  useEffect(() => {
    const id = findOpenDraft(productDrafts)
    if (id === undefined) return
    if (id === 'new') return openers.current.add()
    const stop = new AbortController()
    api
      .get(`/api/admin/products/${encodeURIComponent(id)}`, success(AdminProduct), { signal: stop.signal })
      .then(({ data }) => openers.current.edit(data), console.error)
    return () => stop.abort()
  }, [])
}
