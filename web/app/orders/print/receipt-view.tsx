import Printer from 'lucide-react/icons/printer'
import { lazy, Suspense } from 'react'
import { Button } from '~/ui/ask/button'
import { Skeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import { printDocument } from './print-document'
import type { ReceiptOrder } from './print-sheets'

/** Otherwise the whole administration would load it: the page for printing shares a file with it. */
const Sheet = lazy(() => import('./print-sheets'))

export const receiptTitle = 'Struk'

/** The buyer's receipt, to keep or to print. */
export function ReceiptView({ order, back }: { order: ReceiptOrder; back: string }) {
  return (
    <main className="receipt page grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] print:block print:p-0!">
      <div className="grid justify-items-start gap-2 print:hidden">
        <BackLink to={back} />
        <h1 className="title">{receiptTitle}</h1>
        <p className="max-w-80 text-muted">
          Bukti pembayaran Anda. Untuk menyimpannya, pilih Simpan sebagai PDF saat mencetak.
        </p>
        <Button onClick={printDocument} className="mt-2">
          <Printer aria-hidden className="size-5" />
          Cetak atau simpan PDF
        </Button>
      </div>
      <div className="kawung grid justify-items-center bg-soft max-lg:contents lg:rounded-2xl lg:p-10 print:contents">
        <Suspense fallback={<Skeleton className="h-96 max-w-100" />}>
          <Sheet kind="receipt" paper="a6" order={order} />
        </Suspense>
      </div>
    </main>
  )
}
