import type { AdminProduct } from '@camilan/contract/catalog'
import {
  type PlannedPrices,
  type ProductsChanged,
  type StockReason,
  stockReasons,
} from '@camilan/contract/many-products'
import { useState } from 'react'
import { formatNumber } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { SelectField, TextField } from '~/ui/fields/field'
import { DraftNotice } from '~/ui/form/draft-notice'
import { ChangeTable } from './change-table'
import { PlannedList } from './planned-prices'
import { PriceRuleFields } from './price-rule-fields'
import { ProductsFile } from './products-file'
import { type Column, columns } from './read-cell'
import { keyOf } from './typed-cells'
import { undoChanges } from './undo-changes'
import { type Changes, type Times, useChanges } from './use-changes'

export const tabs = {
  harga: { label: 'Harga', title: 'Ubah harga', columns: ['price'] },
  stok: { label: 'Stok', title: 'Ubah stok', columns: ['stock'] },
  modal: { label: 'Modal', title: 'Isi modal', columns: ['cost_price'] },
  berkas: { label: 'CSV', title: 'File CSV', columns },
} as const satisfies Record<string, { label: string; title: string; columns: readonly Column[] }>
export type Tab = keyof typeof tabs

interface ManyProductsProps {
  products: readonly AdminProduct[]
  planned: PlannedPrices
  /** What can be taken back. */
  done: PlannedPrices
  tab: Tab
}

/** One table of products. What is typed into one of its columns stays while another one is shown, and all is saved at once. */
export function ManyProducts({ products, planned, done, tab }: ManyProductsProps) {
  const [times, setTimes] = useState({ from: '', until: '' })
  const changes = useChanges(products, {
    draftKey: 'many-products',
    reason: 'produksi',
    done(changed, { from }) {
      setTimes({ from: '', until: '' })
      toast(sentenceOf(changed, from), 'status', changed.items.length > 0 ? undoChanges(changed) : undefined)
    },
  })
  // It is below the window, and the button that saves it stays in it.
  function showPrice(id: string) {
    const field = changes.form.current?.elements.namedItem(keyOf('price', id))
    if (field instanceof HTMLElement) field.scrollIntoView({ block: 'center' })
  }
  const order = useCostsFirst(products, tab)
  const shown = tab === 'berkas' ? products.filter(changes.isTouched) : order
  const moments = momentsOf(times)
  // What a rule or a file has written. What was typed one by one is not dropped by one press.
  const drop = { harga: () => changes.writePrices([]), berkas: changes.discard, stok: null, modal: null }[tab]
  const time = (name: keyof typeof times) => ({
    type: 'datetime-local',
    error: changes.timeErrors[name],
    value: times[name],
    onChange: ({ target }: { target: { value: string } }) => setTimes({ ...times, [name]: target.value }),
  })
  return (
    <>
      <SectionCard title={tabs[tab].title}>
        <form
          ref={changes.form}
          noValidate
          onSubmit={(event) => changes.submit(event, moments)}
          className="grid grid-cols-1 gap-4"
        >
          {changes.isRestored && <DraftNotice onDiscard={changes.discard} />}
          {tab === 'harga' && (
            <PriceRuleFields changes={changes} products={products} onFilled={showPrice}>
              <TextField label="Mulai" hint="Kosong berarti sekarang." {...time('from')} />
              <TextField
                label="Sampai"
                hint="Kosong berarti seterusnya. Sesudahnya harga lama kembali."
                {...time('until')}
              />
            </PriceRuleFields>
          )}
          {tab === 'stok' && <StockReasonField changes={changes} />}
          {tab === 'modal' && (
            <p className="text-pretty text-muted">
              Biaya Anda untuk satu kemasan, hanya terlihat oleh administrator. Berlaku untuk pesanan sesudahnya; 0
              menghapusnya.
            </p>
          )}
          {tab === 'berkas' && <ProductsFile changes={changes} />}
          {shown.length > 0 && <ChangeTable changes={changes} products={shown} columns={tabs[tab].columns} />}
          {(changes.isTyped || changes.problem) && (
            <div className="save-bar">
              <FormProblem sentence={changes.problem} />
              <div className="flex flex-wrap gap-3">
                <Button type="submit" pending={changes.pending} className="max-sm:grow">
                  {changes.count === 0
                    ? 'Simpan'
                    : `${moments.from ? 'Jadwalkan' : 'Simpan'} ${formatNumber(changes.count)} produk`}
                </Button>
                {drop && (
                  <Button variant="quiet" disabled={changes.pending} onClick={drop} className="max-sm:grow">
                    Batal
                  </Button>
                )}
              </div>
            </div>
          )}
        </form>
      </SectionCard>
      {tab === 'harga' && (
        <>
          <PlannedList title="Harga terjadwal" batches={planned} />
          <PlannedList title="Baru diubah" batches={done} isDone />
        </>
      )}
    </>
  )
}

const words: Record<StockReason, { label: string; hint: string }> = {
  produksi: { label: 'Produksi (tambah)', hint: 'Isi jumlah yang baru dibuat.' },
  rusak: { label: 'Rusak (kurangi)', hint: 'Isi jumlah yang tidak bisa dijual.' },
  hitung_ulang: { label: 'Hitung ulang', hint: 'Isi jumlah yang ada di rak.' },
}

/** How the numbers in the column of the stock are meant. */
const StockReasonField = ({ changes }: { changes: Changes }) => (
  <SelectField
    label="Alasan"
    hint={words[changes.reason].hint}
    value={changes.reason}
    onChange={({ target }) => changes.setReason(target.value as StockReason)}
    className="md:max-w-80"
  >
    {stockReasons.map((name) => (
      <option key={name} value={name}>
        {words[name].label}
      </option>
    ))}
  </SelectField>
)

/** Costs that are missing come first, in the order at the beginning, so that no line moves when it is saved. */
function useCostsFirst(products: readonly AdminProduct[], tab: Tab): readonly AdminProduct[] {
  const [known] = useState(() => new Set(products.filter(({ cost_price }) => cost_price).map(({ id }) => id)))
  return tab === 'modal' ? products.toSorted((a, b) => Number(known.has(a.id)) - Number(known.has(b.id))) : products
}

const sentenceOf = ({ items }: ProductsChanged, from: string | undefined) =>
  from ? `Harga ${formatNumber(items.length)} produk dijadwalkan` : `${formatNumber(items.length)} produk diperbarui`

/** The shop's clock is that of Jakarta, also on a phone that is somewhere else. */
const jakartaMoment = (typed: string) => `${typed.slice(0, 16)}:00+07:00`

const momentsOf = ({ from, until }: { from: string; until: string }): Times => ({
  ...(from && { from: jakartaMoment(from) }),
  ...(until && { until: jakartaMoment(until) }),
})
