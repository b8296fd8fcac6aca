import { Printer } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { href } from 'react-router'
import { privatePage } from '~/platform/meta'
import { BackLink } from '~/ui/back-link'
import { Button } from '~/ui/button'
import { LoadProblem } from '~/ui/load-problem'
import { Skeleton, TitledSkeleton } from '~/ui/skeleton'
import type { Route } from './+types/receipt-page'
import { loadMyOrder } from './load-my-order'

/** Otherwise the whole administration would load it: the page for printing shares a file with it. */
const Sheet = lazy(() => import('./print-sheets'))

const title = 'Struk'

export const meta = privatePage(title)

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadMyOrder(params.orderId, request.signal)
}

export function HydrateFallback() {
  return (
    <TitledSkeleton title={title}>
      <Skeleton className="h-96 max-w-100" />
    </TitledSkeleton>
  )
}

export function ErrorBoundary() {
  return <LoadProblem title={title} sentence="Gagal memuat data pesanan" on404="Pesanan Tidak Ditemukan" />
}

/** The buyer's receipt, to keep or to print. */
export default function ReceiptPage({ loaderData: order }: Route.ComponentProps) {
  return (
    <main className="receipt page grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] print:block print:p-0!">
      <div className="grid justify-items-start gap-2 print:hidden">
        <BackLink to={href('/my-order/order/:orderId', { orderId: order.id })} />
        <h1 className="title">{title}</h1>
        <p className="max-w-80 text-muted">
          Bukti pembayaran Anda. Untuk menyimpannya, pilih Simpan sebagai PDF saat mencetak.
        </p>
        <Button onClick={() => window.print()} className="mt-2">
          <Printer aria-hidden className="size-5" />
          Cetak atau simpan PDF
        </Button>
      </div>
      <Suspense fallback={<Skeleton className="h-96 max-w-100" />}>
        <Sheet kind="receipt" paper="a6" order={order} />
      </Suspense>
    </main>
  )
}
