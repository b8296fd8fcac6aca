import { type Product, ProductList } from '@camilan/contract/catalog'
import type { OrderDetail } from '@camilan/contract/orders'
import { useState } from 'react'
import { href, useNavigate, useRevalidator } from 'react-router'
import { loadAdminOrder } from '~/orders/list/load-admin-orders'
import RecordHandPayment from '~/payments/money/record-hand-payment'
import { privatePage } from '~/platform/pages/meta'
import { loadAllProducts } from '~/products/load-all-products'
import { Button, LinkButton } from '~/ui/ask/button'
import { OnlyAdmin } from '~/ui/ask/only-admin'
import { SectionCard } from '~/ui/ask/section-card'
import type { PageWords } from '~/ui/loading/failed-page'
import { ListSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import type { Route } from './+types/new-order-page'
import { NewOrderForm } from './new-order-form'
import { ShareOrder } from './share-order'

const title = 'Pesanan baru'

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat produk' }

export async function clientLoader({ request: { signal, url } }: Route.ClientLoaderArgs) {
  const path = '/api/products?sortBy=name&sortOrder=asc&'
  const from = new URL(url).searchParams.get('from')
  const [products, order] = await Promise.all([
    loadAllProducts<Product>(path, ProductList, signal),
    from ? loadAdminOrder(from, signal) : null,
  ])
  return { products, from: order }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

/** The seller enters an order from a chat or at the stall, then sends its link. */
export default function NewOrderPage({ loaderData: { products, from } }: Route.ComponentProps) {
  const [entered, setEntered] = useState<{ order: OrderDetail; link: string } | null>(null)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  return (
    <main className="page">
      <BackLink to={href('/admin/manage-orders')} />
      <h1 className="title mt-2">{title}</h1>
      {entered ? (
        <SectionCard title={`Pesanan #${entered.order.id} tersimpan`} className="mt-6 max-w-2xl">
          <ShareOrder {...entered} />
          <div className="mt-4 grid gap-3 border-t border-line pt-4 sm:flex">
            {entered.order.status === 'DIPROSES' && (
              <OnlyAdmin>
                <RecordHandPayment
                  order={entered.order}
                  variant="quiet"
                  onRecorded={(order) => setEntered({ ...entered, order })}
                />
              </OnlyAdmin>
            )}
            <LinkButton variant="quiet" to={href('/admin/manage-orders/order/:orderId', { orderId: entered.order.id })}>
              Lihat Pesanan
            </LinkButton>
            <Button
              variant="quiet"
              onClick={() => {
                setEntered(null)
                void revalidate()
              }}
            >
              Pesanan baru lagi
            </Button>
          </div>
        </SectionCard>
      ) : (
        <NewOrderForm
          key={from?.id}
          products={products}
          from={from}
          onEntered={(order) => {
            setEntered(order)
            if (from) void navigate(href('/admin/manage-orders/baru'), { replace: true })
          }}
        />
      )}
    </main>
  )
}
