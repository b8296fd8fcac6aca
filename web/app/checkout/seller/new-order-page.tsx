import { type Product, ProductList } from '@camilan/contract/catalog'
import type { AdminDiscount } from '@camilan/contract/discounts'
import type { OrderDetail } from '@camilan/contract/orders'
import type { AdminPriceList } from '@camilan/contract/price-lists'
import { useState } from 'react'
import { href, useNavigate, useRevalidator } from 'react-router'
import { stateOf } from '~/checkout/discounts/discount-state'
import { loadAdminOrder } from '~/orders/list/load-admin-orders'
import RecordHandPayment from '~/payments/money/record-hand-payment'
import { api, uncheckedData } from '~/platform/api/api'
import { currentSession } from '~/platform/api/session'
import { privatePage } from '~/platform/pages/meta'
import { serverDate } from '~/platform/state/server-time'
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
  const [products, order, isReduced] = await Promise.all([
    loadAllProducts<Product>(path, ProductList, signal),
    from ? loadAdminOrder(from, signal) : null,
    mayBeReduced(signal).catch(() => false),
  ])
  return { products, from: order, isReduced }
}

/** Whether a discount or a price list, which only administrators may read, can make an order cost less than the form computes. */
async function mayBeReduced(signal: AbortSignal): Promise<boolean> {
  if (!currentSession().isAdmin) return false
  const [discounts, lists] = await Promise.all([
    api.get('/api/admin/discounts', uncheckedData<AdminDiscount[]>(), { signal, background: true }),
    api.get('/api/admin/price-lists', uncheckedData<AdminPriceList[]>(), { signal, background: true }),
  ])
  return lists.data.length > 0 || discounts.data.some((discount) => stateOf(discount, serverDate()) === 'running')
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

/** The seller enters an order from a chat or at the stall, then sends its link. */
export default function NewOrderPage({ loaderData: { products, from, isReduced } }: Route.ComponentProps) {
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
          isReduced={isReduced}
          onEntered={(order) => {
            setEntered(order)
            if (from) void navigate(href('/admin/manage-orders/baru'), { replace: true })
          }}
        />
      )}
    </main>
  )
}
