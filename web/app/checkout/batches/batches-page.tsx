import { formatDay } from '@camilan/contract/arrival'
import { takesOrders } from '@camilan/contract/batch-values'
import { AdminBatch } from '@camilan/contract/batches'
import { type AdminProduct, AdminProductList } from '@camilan/contract/catalog'
import { Message, success } from '@camilan/contract/wire'
import { href, Link } from 'react-router'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { privatePage } from '~/platform/pages/meta'
import { formatNumber } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import { loadAllProducts } from '~/products/load-all-products'
import { SectionCard } from '~/ui/ask/section-card'
import { AskButton } from '~/ui/form/ask-button'
import { EditedList } from '~/ui/lists/edited-list'
import type { PageWords } from '~/ui/loading/failed-page'
import { ListSkeleton } from '~/ui/loading/skeleton'
import type { Route } from './+types/batches-page'
import { BatchForm, draftOf } from './batch-form'

const title = 'Pre-order'
export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat pre-order' }

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [batches, products] = await Promise.all([
    api.get('/api/admin/batches', success(z.array(AdminBatch)), { signal }),
    loadAllProducts<AdminProduct>('/api/admin/products?', AdminProductList, signal),
  ])
  return { batches: batches.data, products }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

/** What is ordered before it is made: each batch with its days, and what is sold of its quotas. */
export default function BatchesPage({ loaderData: { batches, products } }: Route.ComponentProps) {
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      <p className="mt-2 max-w-prose text-muted">
        Pembeli memesan sebelum dibuat, sampai kuotanya habis atau batas pesannya lewat. Stok tidak berkurang.
      </p>
      <div className="mt-6">
        <SectionCard title="Daftar PO">
          <EditedList
            items={batches}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            draftOf={draftOf}
            none="Belum ada. Misalnya PO Lebaran: pesan sampai 1 Maret, dibuat 8 Maret, diserahkan 10 Maret."
            add="Tambah PO"
            row={(batch) => <BatchRow batch={batch} />}
            actions={({ id, name, orders }) =>
              orders === 0 && (
                <AskButton
                  label="Hapus"
                  question={`Hapus ${name}?`}
                  details="Produknya keluar dari keranjang pembeli."
                  yes="Ya, hapus"
                  no="Tidak"
                  danger
                  do={() => api.delete(`/api/admin/batches/${id}`, Message)}
                  done="PO dihapus"
                  failed="Belum terhapus. Silakan coba lagi."
                  revalidate="both"
                />
              )
            }
            form={(batch, close) => <BatchForm stored={batch} products={products} onClose={close} />}
          />
        </SectionCard>
      </div>
    </main>
  )
}

function BatchRow({ batch }: { batch: AdminBatch }) {
  const now = serverDate()
  const isOpen = takesOrders(batch, now)
  const day = (value: string) => formatDay(value, now)
  return (
    <div className="min-w-0">
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-bold wrap-anywhere">
        <span>{batch.name}</span>
        <span
          className={`rounded-lg px-2 py-0.5 text-13 ${isOpen ? 'bg-selesai-soft text-selesai' : 'bg-soft text-muted'}`}
        >
          {isOpen ? 'Dibuka' : 'Ditutup'}
        </span>
      </h3>
      <p className="text-muted">
        {`Pesan sampai ${day(batch.order_until)} · dibuat ${day(batch.made_on)} · diserahkan ${day(batch.handed_over_on)}`}
      </p>
      <ul className="mt-1">
        {batch.products.map(({ product_id, name, quota, sold, paid }) => (
          <li key={product_id} className={sold > quota ? 'font-semibold text-warning' : ''}>
            {`${name}: ${formatNumber(sold)} dari ${formatNumber(quota)} dipesan${sold > 0 ? `, ${formatNumber(paid)} dibayar` : ''}`}
          </li>
        ))}
      </ul>
      {batch.orders > 0 && (
        <Link
          to={`${href('/admin/manage-orders')}?batch=${batch.id}`}
          className="link inline-flex min-h-11 items-center"
        >
          {`Lihat ${formatNumber(batch.orders)} pesanan`}
        </Link>
      )}
    </div>
  )
}
