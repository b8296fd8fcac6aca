import { type AdminProduct, AdminProductList } from '@camilan/contract/catalog'
import type { AdminSettings } from '@camilan/contract/settings'
import { Message } from '@camilan/contract/wire'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import GripVertical from 'lucide-react/icons/grip-vertical'
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
import { useLeaveQuestion } from '~/ui/ask/leave-guard'
import { Notice } from '~/ui/ask/notice'
import type { PageWords } from '~/ui/loading/failed-page'
import { NothingListed } from '~/ui/loading/nothing-listed'
import { ListSkeleton } from '~/ui/loading/skeleton'
import { ActionBar } from '~/ui/page/action-bar'
import { BackLink } from '~/ui/page/back-link'
import { ProductPicture } from '~/ui/shop/product-picture'
import type { Route } from './+types/arrange-page'
import { useOrder } from './use-order'

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

const idsOf = (products: readonly AdminProduct[]) => products.map(({ id }) => id)

/** The order of the products on the buyers' screens. The whole shown order is saved: of two devices the last one stands. */
export default function ArrangePage({ loaderData: { products, total, isUsed } }: Route.ComponentProps) {
  const { items, list, announced, append, ...order } = useOrder(products)
  const [saved, setSaved] = useState(idsOf(products).join())
  const [loaded, setLoaded] = useState(1)
  const isChanged = idsOf(items).join() !== saved
  useLeaveQuestion(isChanged, 'Tinggalkan halaman? Urutan yang belum disimpan akan hilang.')
  const save = useMutation({
    do: (ids: string[]) => api.put('/api/admin/products/order', { product_ids: ids }, Message),
    done: (_, ids) => setSaved(ids.join()),
    failed: 'Gagal menyimpan urutan',
  })
  const more = useMutation({
    do: () => load(loaded + 1),
    done({ data }) {
      append(data)
      if (!isChanged) setSaved([...idsOf(items), ...idsOf(data)].join())
      setLoaded(loaded + 1)
    },
    failed: 'Gagal memuat data produk',
  })
  return (
    <main className="page">
      <BackLink to={href('/admin/manage-products')} />
      <h1 className="title">{title}</h1>
      <div className="mt-2 grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:grid-rows-[auto_1fr] lg:gap-x-8">
        <div className="grid content-start gap-4 lg:col-start-2">
          <p className="text-muted">
            Seret gambar produk, atau pakai tombolnya. Produk baru ada di akhir, menurut nama.
          </p>
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
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {items.length === 0 && (
            <NothingListed drawing={emptyCart} pending={false}>
              Belum ada produk
            </NothingListed>
          )}
          <ol {...list} className="divide-y divide-line">
            {items.map((product, index) => (
              <Row key={product.id} {...{ product, index, order }} isLast={index === items.length - 1} />
            ))}
          </ol>
          <p role="status" className="sr-only">
            {announced}
          </p>
          {loaded * perLoad < total && (
            <Button variant="quiet" pending={more.pending} onClick={() => void more.run()} className="mt-4">
              {`Muat lagi (${formatNumber(total - items.length)} produk)`}
            </Button>
          )}
        </div>
        {/* Beside a long list it stays in sight. */}
        <div className="lg:sticky lg:top-24 lg:col-start-2 lg:self-start">
          <ActionBar onlyOnPhones>
            <Button
              variant={isChanged ? 'main' : 'quiet'}
              pending={save.pending}
              disabled={!isChanged}
              onClick={() => void save.run(idsOf(items))}
              className="max-md:grow lg:grow"
            >
              {isChanged ? 'Simpan urutan' : 'Belum ada perubahan'}
            </Button>
          </ActionBar>
        </div>
      </div>
      <div className="bar-space" />
    </main>
  )
}

interface RowProps {
  product: AdminProduct
  index: number
  isLast: boolean
  order: Pick<ReturnType<typeof useOrder<AdminProduct>>, 'move' | 'handle' | 'dragged'>
}

function Row({ product, index, isLast, order: { move, handle, dragged } }: RowProps) {
  const words = useWords()
  const { name, packaging, weight, is_visible: isVisible } = product
  return (
    <li
      className={`flex items-center gap-2 py-2 narrow:flex-wrap ${product === dragged ? 'rounded-xl bg-accent-soft' : ''}`}
    >
      <button
        type="button"
        aria-label={`Urutan ${name}: ${index + 1}`}
        aria-keyshortcuts="ArrowUp ArrowDown Home End"
        {...handle(product, index)}
        className="flex shrink-0 cursor-grab touch-none items-center rounded-xl select-none active:cursor-grabbing active:bg-soft"
      >
        <GripVertical aria-hidden className="size-5 text-muted max-sm:hidden" />
        <span className="pointer-events-none w-12">
          <ProductPicture of={product} alt="" sizes="48px" className="rounded-xl" />
        </span>
      </button>
      <div className="min-w-0 grow narrow:basis-[12ch]">
        <p className="line-clamp-3 font-semibold wrap-anywhere">{name}</p>
        <p className="text-13 text-muted">
          {`${words.kind({ packaging, weight })}${!isVisible ? ' · disembunyikan' : ''}`}
        </p>
      </div>
      <div className="-mr-2.5 flex shrink-0">
        <IconButton
          icon={ArrowUpToLine}
          label={`${name} ke paling atas`}
          disabled={index === 0}
          onClick={() => move(product, 0)}
        />
        <IconButton
          icon={ArrowUp}
          label={`Naikkan ${name}`}
          disabled={index === 0}
          onClick={() => move(product, index - 1)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Turunkan ${name}`}
          disabled={isLast}
          onClick={() => move(product, index + 1)}
        />
      </div>
    </li>
  )
}
