import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { href, redirect } from 'react-router'
import { loadAdminOrder } from '~/orders/list/load-admin-orders'
import { batchesOf, batchSize, loadOrderIds } from '~/orders/load-order-ids'
import { isStopped } from '~/orders/stopped-order'
import { privatePage } from '~/platform/pages/meta'
import { formatNumber } from '~/platform/state/formats'
import { readStored, writeStored } from '~/platform/state/storage'
import { Button } from '~/ui/ask/button'
import { Notice } from '~/ui/ask/notice'
import { TabLinks } from '~/ui/lists/tab-links'
import type { PageWords } from '~/ui/loading/failed-page'
import { PageSkeleton } from '~/ui/loading/skeleton'
import { ActionBar } from '~/ui/page/action-bar'
import { BackLink } from '~/ui/page/back-link'
import type { Route } from './+types/print-page'
import { printDocument } from './print-document'
import Sheet from './print-sheets'
import { type Paper, type PrintKind, papers, printHref, printKinds, readPrintAllUrl, readPrintUrl } from './print-url'
import { useRollLength } from './use-roll-length'

const title = 'Cetak Pesanan'
const paperKey = (kind: PrintKind) => `paper:${kind}`

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data pesanan', on404: 'Pesanan Tidak Ditemukan' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const all = readPrintAllUrl(request.url)
  if (all) throw redirect(printHref({ ids: await loadOrderIds(all, { signal: request.signal }) }))
  const selection = readPrintUrl(request.url, (kind) => readStored(paperKey(kind)))
  const shown = batchesOf(selection.ids)[selection.batch - 1] ?? []
  const orders = await Promise.all(shown.map((id) => loadAdminOrder(id, request.signal)))
  return { selection, orders }
}

export { PageSkeleton as HydrateFallback }

export default function PrintPage({ loaderData: { selection, orders } }: Route.ComponentProps) {
  const { kind, paper, batch } = selection
  const sheetsRef = useRollLength(paper, orders)
  const batches = batchesOf(selection.ids)
  /** The batches for which the print dialog was opened, each as `kind batch`. */
  const [printed, setPrinted] = useState<ReadonlySet<string>>(new Set())
  const first = (batch - 1) * batchSize + 1
  const stopped = orders.filter(isStopped)
  const kinds = Object.entries(printKinds) as [PrintKind, string][]
  return (
    // On a desktop what is printed has its own area, beside the choices.
    <main className="p-4 md:p-6 lg:grid lg:min-h-dvh lg:grid-cols-[21rem_minmax(0,1fr)] lg:p-0 print:block! print:p-0!">
      <div className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-3 lg:sticky lg:top-0 lg:mb-0 lg:max-h-dvh lg:content-start lg:gap-5 lg:self-start lg:overflow-y-auto lg:p-6 print:hidden">
        <BackLink to={href('/admin/manage-orders')} />
        <h1 className="title">{title}</h1>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 *:min-w-0 lg:grid lg:gap-5">
          <TabLinks
            label="Jenis cetakan"
            tabs={kinds.map(([key, label]) => ({
              to: printHref({ ids: selection.ids, kind: key, batch }),
              label,
              current: key === kind,
            }))}
          />
          <TabLinks
            label="Ukuran kertas"
            wraps
            tabs={(Object.keys(papers) as Paper[]).map((key) => ({
              to: printHref({ ...selection, paper: key }),
              label: papers[key].label,
              current: key === paper,
            }))}
          />
          <ActionBar onlyOnPhones>
            <Button
              className="max-md:w-full lg:w-full"
              onClick={() => {
                setPrinted(new Set(printed).add(`${kind} ${batch}`))
                writeStored(paperKey(kind), paper)
                printDocument()
              }}
              disabled={orders.length === 0}
            >
              <Printer aria-hidden className="size-5" />
              <span>{batches.length > 1 ? `Cetak bagian ${batch}` : 'Cetak'}</span>
            </Button>
          </ActionBar>
        </div>
        {batches.length > 1 && (
          <div className="grid gap-2">
            <p className="text-muted">
              {`${formatNumber(selection.ids.length)} pesanan dicetak dalam ${formatNumber(batches.length)} bagian. Ini pesanan ${formatNumber(first)} - ${formatNumber(first + orders.length - 1)}.`}
            </p>
            <TabLinks
              label="Bagian cetakan"
              tabs={batches.map((_, index) => ({
                to: printHref({ ...selection, batch: index + 1 }),
                label: `Bagian ${index + 1}${printed.has(`${kind} ${index + 1}`) ? ': sudah dibuka' : ''}`,
                current: index + 1 === batch,
              }))}
            />
          </div>
        )}
        {stopped.length > 0 && (
          <Notice>{`Uang ${stopped.map(({ id }) => `#${id}`).join(', ')} ditarik kembali: jangan dikirim dulu.`}</Notice>
        )}
        {orders.length === 0 && <p>Tidak ada pesanan untuk dicetak. Pilih dulu di Kelola Pesanan.</p>}
      </div>
      <div
        ref={sheetsRef}
        className={`sheets-${paper} grid grid-cols-1 gap-6 md:flex md:flex-wrap md:items-start lg:content-start lg:justify-center lg:bg-soft lg:p-8 print:bg-transparent! print:p-0! ${paper === 'a4x4' ? 'print:grid print:gap-0' : 'print:block'}`}
      >
        {orders.map((order) => (
          <Sheet key={order.id} kind={kind} paper={paper} order={order} />
        ))}
      </div>
      <div className="bar-space lg:hidden print:hidden" />
    </main>
  )
}
