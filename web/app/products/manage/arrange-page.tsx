import { type AdminProduct, AdminProductList } from '@camilan/contract/catalog'
import type { AdminSettings } from '@camilan/contract/settings'
import { Message } from '@camilan/contract/wire'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import { useState } from 'react'
import { href } from 'react-router'
import emptyCart from '~/brand/empty-cart.svg'
import { api, uncheckedData } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { privatePage } from '~/platform/pages/meta'
import { formatNumber } from '~/platform/state/formats'
import { useWords } from '~/products/words'
import { SettingButton } from '~/settings/setting-button'
import { Button } from '~/ui/ask/button'
import { IconButton } from '~/ui/ask/icon-button'
import { Notice } from '~/ui/ask/notice'
import { ArrangedList, OrderState } from '~/ui/lists/arrange/arranged-list'
import { useOrder } from '~/ui/lists/arrange/use-order'
import type { PageWords } from '~/ui/loading/failed-page'
import { NothingListed } from '~/ui/loading/nothing-listed'
import { ListSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import { ProductPicture } from '~/ui/shop/product-picture'
import type { Route } from './+types/arrange-page'

const title = 'Urutan Toko'
/** The most of one answer. */
const perLoad = 100

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data produk' }

const load = (page: number, signal?: AbortSignal) =>
  api.get(`/api/admin/products?sortBy=place&limit=${perLoad}&page=${page}`, AdminProductList, signal && { signal })

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [{ data: products, pagination }, settings] = await Promise.all([
    load(1, signal),
    // Unchecked, as in SettingButton.
    api.get('/api/admin/settings', uncheckedData<AdminSettings>(), { signal }),
  ])
  return { products, total: pagination.total_products, isUsed: settings.data.settings.own_order }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

/** The order of the products on the buyers' screens. The whole shown order is saved: of two devices the last one stands. */
export default function ArrangePage({ loaderData: { products, total, isUsed } }: Route.ComponentProps) {
  const words = useWords()
  const [shown, setShown] = useState<readonly AdminProduct[]>(products)
  const [loaded, setLoaded] = useState(1)
  const order = useOrder(shown, (product_ids) => api.put('/api/admin/products/order', { product_ids }, Message))
  const more = useMutation({
    do: () => load(loaded + 1),
    done({ data }) {
      setShown([...shown, ...data.filter(({ id }) => shown.every((one) => one.id !== id))])
      setLoaded(loaded + 1)
    },
    failed: 'Gagal memuat data produk',
  })
  return (
    <main className="page">
      <BackLink to={href('/admin/manage-products')} />
      <h1 className="title">{title}</h1>
      <div className="mt-2 grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-x-8">
        {/* Beside a long list it stays in sight. */}
        <div className="grid content-start gap-4 lg:sticky lg:top-24 lg:col-start-2 lg:self-start">
          <p className="text-muted">
            Seret gambar produk, atau pakai tombolnya. Urutan tersimpan sendiri. Produk baru ada di akhir, menurut nama.
          </p>
          <OrderState {...order} />
          {!isUsed && (
            <Notice>
              Urutan ini belum dipakai: pembeli melihat produk menurut nama.
              <div className="mt-2">
                <SettingButton change={{ own_order: true }} done="Urutan toko dipakai">
                  Pakai urutan ini
                </SettingButton>
              </div>
            </Notice>
          )}
        </div>
        <div className="lg:col-start-1 lg:row-start-1">
          {shown.length === 0 && (
            <NothingListed drawing={emptyCart} pending={false}>
              Belum ada produk
            </NothingListed>
          )}
          <ArrangedList
            order={order}
            picture={(product) => <ProductPicture of={product} alt="" sizes="48px" className="rounded-xl" />}
            note={(product) => `${words.kind(product)}${!product.is_visible ? ' · disembunyikan' : ''}`}
            before={(product, index) => (
              <IconButton
                icon={ArrowUpToLine}
                label={`${product.name} ke paling atas`}
                disabled={index === 0}
                onClick={() => order.move(product, 0)}
              />
            )}
          />
          {loaded * perLoad < total && (
            <Button variant="quiet" pending={more.pending} onClick={() => void more.run()} className="mt-4">
              {`Muat lagi (${formatNumber(total - shown.length)} produk)`}
            </Button>
          )}
        </div>
      </div>
    </main>
  )
}
