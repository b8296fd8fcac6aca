import { AdminProduct } from '@camilan/contract/catalog'
import { jakartaDay } from '@camilan/contract/jakarta'
import { weightLabel } from '@camilan/contract/terms'
import { success } from '@camilan/contract/wire'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { href, useSearchParams } from 'react-router'
import { api } from '~/platform/api/api'
import { privatePage } from '~/platform/pages/meta'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatNumber } from '~/platform/state/formats'
import { allergenSentences, shelfLife } from '~/products/food-words'
import { Button } from '~/ui/ask/button'
import { TextField } from '~/ui/fields/field'
import { TabLinks } from '~/ui/lists/tab-links'
import type { PageWords } from '~/ui/loading/failed-page'
import { PageSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import type { Route } from './+types/product-label-page'
import { printDocument } from './print-document'
import './print.css'
import { serverDate } from '~/platform/state/server-time'
import { papers } from './print-url'
import { useRollLength } from './use-roll-length'

const title = 'Label Produk'
const labelPapers = ['a4x4', 'a6', '100x150', 'struk'] as const
const sheetsOf = { a4x4: 4, a6: 1, '100x150': 1, struk: 1 }

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data produk', on404: 'Produk Tidak Ditemukan' }

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const path = `/api/admin/products/${encodeURIComponent(params.productId)}`
  const { data } = await api.get(path, success(AdminProduct), { signal: request.signal })
  return { product: data, today: jakartaDay(serverDate()) }
}

export { PageSkeleton as HydrateFallback }

/** The facts of food that the seller has written, as a label to print; the day of production is chosen here. */
export default function ProductLabelPage({ loaderData: { product, today } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const paper = labelPapers.find((name) => name === params.get('paper')) ?? 'a4x4'
  const [made, setMade] = useState(today)
  const sheets = useRollLength(paper, made)
  return (
    <main className="p-4 md:p-6 print:p-0!">
      <div className="mb-6 grid gap-3 print:hidden">
        <BackLink to={href('/admin/manage-products')} />
        <h1 className="title">{title}</h1>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <TabLinks
            label="Ukuran kertas"
            wraps
            tabs={labelPapers.map((name) => ({
              to: `?paper=${name}`,
              label: name === 'struk' ? 'Rol 58 mm' : papers[name].label,
              current: name === paper,
            }))}
          />
          <TextField
            label="Tanggal produksi"
            type="date"
            value={made}
            onChange={({ target }) => setMade(target.value)}
          />
          <Button onClick={printDocument}>
            <Printer aria-hidden className="size-5" />
            Cetak
          </Button>
        </div>
        <p className="max-w-prose text-13 text-muted">
          Isinya dari “Informasi makanan” produk ini. Toko ini tidak memeriksa nomornya.
        </p>
      </div>
      <div
        ref={sheets}
        className={`sheets-${paper} grid grid-cols-1 gap-6 ${paper === 'a4x4' ? 'xl:grid-cols-[105mm_105mm] print:gap-0' : 'print:block'}`}
      >
        {Array.from({ length: sheetsOf[paper] }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sheets are the same
          <Label key={index} product={product} made={made} paper={paper} />
        ))}
      </div>
    </main>
  )
}

function Label({ product, made, paper }: { product: AdminProduct; made: string; paper: string }) {
  const shop = useShopInfo()
  const { name, ingredients, allergens, storage, halal_number, pirt_number, contents = [] } = product
  const { shelf_life_days: days, opened_shelf_life_days: opened } = product
  const weight = product.net_weight_grams ? `${formatNumber(product.net_weight_grams)} g` : weightLabel(product.weight)
  const lines = [
    ['Isi', contents.map((part) => `${formatNumber(part.quantity)} ${part.name}`).join(', ')],
    ['Bahan', ingredients],
    ['Alergen', allergenSentences(allergens).join(' ')],
    ...contents.map((part) => [`Alergen ${part.name}`, allergenSentences(part.allergens).join(' ')] as const),
    ['Simpan', storage],
    ['Setelah dibuka', opened && `habiskan dalam ${shelfLife(opened)}`],
    ['Diproduksi', made && dayWords(made)],
    ['Baik sebelum', made && days && dayWords(made, days)],
    ['Halal', halal_number],
    ['P-IRT', pirt_number],
  ].filter(([, value]) => value)
  return (
    <article aria-label={`${title} ${name}`} className={`sheet max-w-full sheet-${paper}`}>
      <p>{shop.name}</p>
      <p className="sheet-name">{name}</p>
      <p className="font-bold">{`Isi bersih ${weight}`}</p>
      <dl className="sheet-rule mt-2 grid gap-1 pt-1">
        {lines.map(([word, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have one name
          <div key={index}>
            <dt className="inline font-bold">{`${word}: `}</dt>
            <dd className="inline whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      {shop.address && (
        <p className="sheet-rule mt-2 pt-1 whitespace-pre-line">{`Diproduksi oleh ${shop.name}, ${shop.address}`}</p>
      )}
    </article>
  )
}

/** The day that is `later` days after a day as yyyy-mm-dd. */
function dayWords(day: string, later = 0): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + later)
  return at.toLocaleDateString('id-ID', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}
