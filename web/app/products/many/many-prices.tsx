import type { AdminProduct } from '@camilan/contract/catalog'
import { categories, categoryLabels } from '@camilan/contract/catalog-values'
import type { PlannedPrices } from '@camilan/contract/many-products'
import { formatNumber } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { SelectField, TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { Options } from '~/ui/fields/options'
import { TickRow } from '~/ui/fields/tick-row'
import { PlannedList } from './planned-prices'
import { PriceList } from './price-list'
import { all, chosenOnes, type Rule, useManyPrices, ways } from './use-many-prices'

interface ManyPricesProps {
  products: readonly AdminProduct[]
  planned: PlannedPrices
  /** What can be taken back. */
  done: PlannedPrices
}

/** Changes prices by a rule: first the old and new prices are shown, then they are changed, and undone as one. */
export function ManyPrices({ products, planned, done }: ManyPricesProps) {
  const prices = useManyPrices()
  const { rule, ids, preview, problems, pending } = prices
  const act = rule.from ? 'Jadwalkan' : 'Ubah'
  return (
    <>
      <SectionCard title="Ubah harga">
        <form noValidate onSubmit={prices.submit} className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
          <RuleFields {...prices} products={products} />
          {preview && (
            <div ref={show} className="md:col-span-2">
              <PriceList items={preview.items} />
            </div>
          )}
          <div className="save-bar md:col-span-2">
            <FormProblem sentence={problems.root} />
            <div className="flex flex-wrap gap-3">
              <Button
                type="submit"
                pending={pending}
                disabled={rule.which === chosenOnes && ids.length === 0}
                className="max-sm:grow"
              >
                {preview ? `${act} ${formatNumber(preview.items.length)} harga` : 'Lihat harga baru'}
              </Button>
              {preview && (
                <Button variant="quiet" disabled={pending} onClick={prices.cancel} className="max-sm:grow">
                  Batal
                </Button>
              )}
            </div>
          </div>
        </form>
      </SectionCard>
      <PlannedList title="Harga terjadwal" batches={planned} />
      <PlannedList title="Baru diubah" batches={done} isDone />
    </>
  )
}

/** The new prices are below the window, and the button that saves them stays in it. */
const show = (list: HTMLElement | null) => list?.scrollIntoView()

type RuleFieldsProps = ReturnType<typeof useManyPrices> & Pick<ManyPricesProps, 'products'>

const wayNames = Object.keys(ways) as (keyof typeof ways)[]
const wayLabels = Object.fromEntries(wayNames.map((name) => [name, ways[name].label])) as Record<Rule['way'], string>

function RuleFields({ rule, ids, problems, change, choose, products }: RuleFieldsProps) {
  const field = (name: keyof Rule) => ({
    value: rule[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const time = (name: 'from' | 'until') => ({ type: 'datetime-local', error: problems[name], ...field(name) })
  return (
    <>
      <SelectField label="Produk" {...field('which')}>
        <option value={all}>Semua produk</option>
        <Options values={categories} labels={categoryLabels} />
        <option value={chosenOnes}>Pilih sendiri</option>
      </SelectField>
      <SelectField label="Bulatkan" {...field('round')}>
        <option value="500">Ke 500 terdekat</option>
        <option value="1000">Ke 1.000 terdekat</option>
        <option value="1">Tidak dibulatkan</option>
      </SelectField>
      {rule.which === chosenOnes && (
        <fieldset className="max-h-80 overflow-y-auto rounded-xl border border-control px-4 py-1 md:col-span-2">
          <legend className="sr-only">Produk yang diubah</legend>
          {products.map(({ id, name }) => (
            <TickRow
              key={id}
              label={name}
              checked={ids.includes(id)}
              onChange={({ target }) => choose(id, target.checked)}
            />
          ))}
        </fieldset>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-4 narrow:grid-cols-1 md:contents">
        <SelectField label="Perubahan" {...field('way')}>
          <Options values={wayNames} labels={wayLabels} />
        </SelectField>
        <NumberField
          label={ways[rule.way].unit === 'percent' ? 'Persen' : 'Rupiah'}
          error={problems.by}
          written={rule.by}
          {...field('by')}
        />
      </div>
      <TextField label="Mulai" hint="Kosong berarti sekarang." {...time('from')} />
      <TextField label="Sampai" hint="Kosong berarti seterusnya. Sesudahnya harga lama kembali." {...time('until')} />
    </>
  )
}
