import { Printer } from 'lucide-react'
import { href } from 'react-router'
import { privatePage } from '~/platform/meta'
import { useShopInfo } from '~/platform/shop-info'
import { BackLink } from '~/ui/back-link'
import { Button } from '~/ui/button'
import { LoadProblem } from '~/ui/load-problem'
import { PageSkeleton } from '~/ui/skeleton'
import { TabLinks } from '~/ui/tab-links'
import type { Route } from './+types/print-page'
import { loadAdminOrder } from './load-admin-orders'
import './print.css'
import { PackingSlip, Receipt } from './print-sheets'
import { type Paper, type PrintKind, papers, printHref, printKinds, readPrintUrl } from './print-url'

const title = 'Cetak Pesanan'
const sheets = { slip: PackingSlip, receipt: Receipt }

export const meta = privatePage(title)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const selection = readPrintUrl(request.url)
  const orders = await Promise.all(selection.ids.map((id) => loadAdminOrder(id, request.signal)))
  return { selection, orders }
}

export { PageSkeleton as HydrateFallback }

export default function PrintPage({ loaderData: { selection, orders } }: Route.ComponentProps) {
  const { name } = useShopInfo()
  const { kind, paper } = selection
  const Contents = sheets[kind]
  const kinds = Object.entries(printKinds) as [PrintKind, string][]
  const sizes = Object.entries(papers) as [Paper, string][]
  return (
    <main className="p-4 md:p-6 print:p-0">
      <div className="mb-6 grid gap-3 print:hidden">
        <BackLink to={href('/admin/manage-orders')} />
        <h1 className="title">{title}</h1>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <TabLinks
            label="Jenis cetakan"
            tabs={kinds.map(([key, label]) => ({
              to: printHref({ ...selection, kind: key }),
              label,
              current: key === kind,
            }))}
          />
          <TabLinks
            label="Ukuran kertas"
            tabs={sizes.map(([key, label]) => ({
              to: printHref({ ...selection, paper: key }),
              label,
              current: key === paper,
            }))}
          />
          <Button onClick={() => window.print()} disabled={orders.length === 0}>
            <Printer aria-hidden className="size-5" />
            Cetak
          </Button>
        </div>
        {orders.length === 0 && <p>Tidak ada pesanan untuk dicetak.</p>}
      </div>
      <div className="grid grid-cols-1 gap-6 print:block">
        {orders.map((order) => (
          <article
            key={order.id}
            aria-label={`${printKinds[kind]} ${order.id}`}
            className={`sheet max-w-full sheet-${paper}`}
          >
            <div className="sheet-head">
              <div className="sheet-band" />
              <div className="flex flex-wrap items-baseline justify-between gap-x-3 py-2">
                <b>{name}</b>
                <span>
                  {printKinds[kind]} <b className="whitespace-nowrap">#{order.id}</b>
                </span>
              </div>
              <div className="sheet-rule pb-2" />
            </div>
            <Contents order={order} />
          </article>
        ))}
      </div>
    </main>
  )
}

export function ErrorBoundary() {
  return <LoadProblem title={title} sentence="Gagal memuat data pesanan" on404="Pesanan tidak ditemukan" />
}
