import { type DeletedProduct, DeletedProductList } from '@camilan/contract/catalog'
import { href } from 'react-router'
import emptyCart from '~/brand/empty-cart.svg'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { listParams, readListUrl, redirectBeyondLastPage } from '~/platform/pages/list-url'
import { privatePage } from '~/platform/pages/meta'
import { useListPending } from '~/platform/pages/use-list-pending'
import { formatJakartaTime } from '~/platform/state/formats'
import { serverNow } from '~/platform/state/server-time'
import { Button } from '~/ui/ask/button'
import { ListFooter } from '~/ui/lists/list-footer'
import type { PageWords } from '~/ui/loading/failed-page'
import { NextLink, NothingListed } from '~/ui/loading/nothing-listed'
import { ListSkeleton } from '~/ui/loading/skeleton'
import { ProductPicture } from '~/ui/shop/product-picture'
import { Rupiah } from '~/ui/shop/rupiah'
import type { Route } from './+types/deleted-products-page'
import { loadCounts, ProductTabs } from './product-tabs'
import { undoDelete } from './undo-delete'

const title = 'Produk Dihapus'

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat produk yang dihapus' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const list = readListUrl(request.url)
  const path = `/api/admin/products/deleted?${listParams(list)}`
  const [{ data: products, pagination }, counts] = await Promise.all([
    api.get(path, DeletedProductList, { signal: request.signal }),
    loadCounts('', request.signal),
  ])
  redirectBeyondLastPage(list, pagination.total_page, request)
  return { list, products, pagination, counts }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function DeletedProductsPage({
  loaderData: { list, products, pagination, counts },
}: Route.ComponentProps) {
  const pending = useListPending()
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      <div className="my-4">
        <ProductTabs chosen="deleted" counts={counts} />
      </div>
      {products.length === 0 && (
        <NothingListed
          drawing={emptyCart}
          pending={pending}
          next={<NextLink to={href('/admin/manage-products')}>Lihat Produk</NextLink>}
        >
          Tidak ada produk yang bisa dikembalikan
        </NothingListed>
      )}
      <ul className="grid gap-3 lg:grid-cols-2">
        {products.map((product) => (
          <Deleted key={product.id} product={product} />
        ))}
      </ul>
      <ListFooter
        list={list}
        shown={products.length}
        total={pagination.total_products}
        totalPages={pagination.total_page}
        noun="produk"
      />
    </main>
  )
}

/** Less than a day is left. */
const isSoon = (until: string) => Date.parse(until) - serverNow() < 24 * 3_600_000

function Deleted({ product }: { product: DeletedProduct }) {
  const { name, price, deleted_at, restorable_until } = product
  const { do: restore, failed } = undoDelete(product)
  const { pending, run } = useMutation({ do: restore, failed, revalidate: 'both' })
  return (
    <li className="card flex flex-wrap items-center gap-3 p-3">
      <div className="w-14 shrink-0">
        <ProductPicture of={product} alt="" sizes="56px" className="rounded-xl" />
      </div>
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-bold wrap-anywhere">{name}</p>
        <p className="text-13 text-pretty text-muted">
          <Rupiah amount={price} /> · dihapus{' '}
          <span className="whitespace-nowrap narrow:whitespace-normal">{formatJakartaTime(new Date(deleted_at))}</span>
        </p>
        {restorable_until && (
          <p
            className={`text-13 text-pretty ${isSoon(restorable_until) ? 'font-semibold text-warning' : 'text-muted'}`}
          >
            Bisa dikembalikan sampai{' '}
            <span className="whitespace-nowrap narrow:whitespace-normal">
              {formatJakartaTime(new Date(restorable_until))}
            </span>
          </p>
        )}
      </div>
      <Button variant="quiet" pending={pending} onClick={() => run()} className="ml-auto">
        Kembalikan
      </Button>
    </li>
  )
}
