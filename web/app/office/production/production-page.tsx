import { type MadeGoods, Production, type ProductionLine } from '@camilan/contract/production'
import { success } from '@camilan/contract/wire'
import Copy from 'lucide-react/icons/copy'
import MessageCircle from 'lucide-react/icons/message-circle'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { href, Link } from 'react-router'
import { formatDay } from '~/office/reports/bars'
import { printDocument } from '~/orders/print/print-document'
import { useLivePage } from '~/people/notifications/live'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { privatePage } from '~/platform/pages/meta'
import { useOpening } from '~/platform/pages/opening'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatNumber } from '~/platform/state/formats'
import { useWords } from '~/products/words'
import { Button, quietButton } from '~/ui/ask/button'
import { copyText } from '~/ui/ask/copy-button'
import { Dialog } from '~/ui/ask/dialog'
import { SectionCard } from '~/ui/ask/section-card'
import { TabLinks } from '~/ui/lists/tab-links'
import type { PageWords } from '~/ui/loading/failed-page'
import { NextLink, NothingListed } from '~/ui/loading/nothing-listed'
import { ListSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import { ProductPicture } from '~/ui/shop/product-picture'
import type { Route } from './+types/production-page'
import { loadProduction } from './load-production'
import { goodsOf, keyOf, leftOf, piecesLeft, productionText, progressOf, sumOf } from './production-list'

const title = 'Rekap produksi'

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat rekap produksi' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const all = await loadProduction(request.signal)
  const asked = new URL(request.url).searchParams.get('day')
  return { all, day: all.some(({ day }) => day === asked) ? asked : null }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function ProductionPage({ loaderData: { all, day } }: Route.ComponentProps) {
  const { terms } = useShopInfo()
  useLivePage((event) => event.kind === 'notification' && event.notification.order_id !== null)
  const shown = day === null ? all : all.filter((one) => one.day === day)
  const goods = goodsOf(shown, terms)
  const isByHandover = useOpening().dispatch !== undefined
  const heading = day === null ? title : `${title}, ${isByHandover ? 'diserahkan' : 'pesanan'} ${formatDay(day)}`
  const text = productionText(heading, shown, terms)
  return (
    <main className="page grid grid-cols-1 gap-4">
      <div className="print:hidden">
        <BackLink to={href('/admin/dashboard')} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="title">{heading}</h1>
        {all.length > 0 && <Sharing text={text} />}
      </div>
      {all.length === 0 ? (
        <NothingListed next={<NextLink to={href('/admin/manage-orders')}>Lihat Pesanan</NextLink>}>
          Semua pesanan yang dibayar sudah dikirim
        </NothingListed>
      ) : (
        <>
          {all.length > 1 && (
            <div className="print:hidden">
              <DayTabs days={all} current={day} />
            </div>
          )}
          <Orders days={shown} day={isByHandover ? day : null} />
          <ul aria-label="Yang perlu dibuat" className="grid gap-3 lg:grid-cols-2">
            {goods
              .filter(({ quantity }) => quantity > 0)
              .map((line) => (
                <Goods key={keyOf(line)} line={line} day={day} />
              ))}
          </ul>
          <Held goods={goods.filter(({ held }) => held > 0)} />
        </>
      )}
    </main>
  )
}

/** The list for the kitchen: as a message, copied or on paper. */
function Sharing({ text }: { text: string }) {
  const [isShown, setShown] = useState(false)
  const copy = async (pressed: Element) => setShown(!(await copyText({ text, of: 'rekap produksi', pressed })))
  return (
    <>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-2 print:hidden">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          className={quietButton}
        >
          <MessageCircle aria-hidden className="size-5" />
          WhatsApp<span className="sr-only"> (tab baru)</span>
        </a>
        <Button variant="quiet" aria-label="Salin rekap produksi" onClick={({ currentTarget }) => copy(currentTarget)}>
          <Copy aria-hidden className="size-5" />
          Salin
        </Button>
        <Button variant="quiet" onClick={printDocument}>
          <Printer aria-hidden className="size-5" />
          Cetak
        </Button>
      </div>
      <Dialog open={isShown} onClose={() => setShown(false)} title={title}>
        <p ref={select} className="rounded-xl bg-soft px-4 py-3 whitespace-pre-line wrap-anywhere select-all">
          {text}
        </p>
      </Dialog>
    </>
  )
}

/** As `copyText` does with a text that the page shows. */
function select(shown: Element | null): void {
  if (shown) getSelection()?.selectAllChildren(shown)
}

function DayTabs({ days, current }: { days: Production; current: string | null }) {
  const tab = (day: string | null, label: string, pieces: number) => ({
    to: day === null ? href('/admin/production') : `?day=${day}`,
    label,
    current: day === current,
    count: pieces,
  })
  return (
    <TabLinks
      label="Hari"
      tabs={[
        tab(null, 'Semua', piecesLeft(days)),
        ...days.map((one) => tab(one.day, [formatDay(one.day), ...one.batches].join(', '), piecesLeft([one]))),
      ]}
      of="buah perlu dibuat"
    />
  )
}

/** @param day  the day of handing over that is shown */
function Orders({ days, day }: { days: Production; day: string | null }) {
  const [orders, packed] = [sumOf(days, 'orders'), sumOf(days, 'packed_orders')]
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p className="text-muted">
        {`${formatNumber(orders)} pesanan dibayar dan belum dikirim${packed > 0 ? `, ${formatNumber(packed)} sudah dikemas` : ''}.`}
      </p>
      {packed < orders && (
        <Link
          to={`${href('/admin/manage-orders')}?packed=no${day === null ? '' : `&handover=${day}`}`}
          className="link inline-flex min-h-11 items-center print:hidden"
        >
          Kemas pesanan
        </Link>
      )}
    </div>
  )
}

/** A line that is ticked off when its pieces are made. The whole row is the target. */
function Goods({ line, day }: { line: ProductionLine; day: string | null }) {
  const words = useWords()
  const { product_id, weight, packaging, quantity, packed } = line
  const { pending, run } = useMutation({
    do: (isMade: boolean) => {
      const goods: MadeGoods = { product_id, weight, packaging, day, made: isMade ? quantity - packed : 0 }
      return api.put('/api/admin/production/made', goods, success(Production))
    },
    failed: 'Gagal menandai. Silakan coba lagi.',
    revalidate: 'both',
  })
  const left = leftOf(line)
  const isPacked = packed === quantity
  return (
    <li className="card overflow-hidden break-inside-avoid lg:only:col-span-2">
      <label
        className={`flex h-full items-center gap-3 px-4 py-3 ${isPacked ? '' : 'cursor-pointer hover:bg-soft'} ${pending ? 'opacity-55' : ''}`}
      >
        <input
          type="checkbox"
          checked={left === 0}
          disabled={isPacked || pending}
          onChange={({ target }) => run(target.checked)}
          className="tick shrink-0"
        />
        {/* Screen readers name it first. */}
        <span
          className={`order-last shrink-0 text-28 font-extrabold tracking-tight tabular-nums ${left === 0 ? 'text-muted' : ''}`}
        >
          {formatNumber(left === 0 ? quantity : left)}
        </span>
        <span className={`w-14 shrink-0 print:hidden ${left === 0 ? 'opacity-55' : ''}`}>
          <ProductPicture of={line} alt="" sizes="56px" className="rounded-xl" />
        </span>
        <span className="min-w-0 grow">
          <span className={`block font-semibold wrap-anywhere ${left === 0 ? 'text-muted line-through' : ''}`}>
            {line.name}
          </span>
          <span className="block text-13 text-muted">{words.kind(line)}</span>
          {progressOf(line) && <span className="block text-13 text-muted">{progressOf(line)}</span>}
        </span>
      </label>
    </li>
  )
}

function Held({ goods }: { goods: readonly ProductionLine[] }) {
  const words = useWords()
  if (goods.length === 0) return null
  return (
    <SectionCard title="Tidak dihitung: uangnya ditarik kembali">
      <ul className="text-muted">
        {goods.map((line) => (
          <li key={keyOf(line)}>{`${formatNumber(line.held)} ${line.name}, ${words.kind(line)}`}</li>
        ))}
      </ul>
    </SectionCard>
  )
}
