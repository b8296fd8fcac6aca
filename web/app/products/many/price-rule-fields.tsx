import type { AdminProduct } from '@camilan/contract/catalog'
import { useState } from 'react'
import { questionOf, readNumber } from '~/platform/forms/typed-number'
import { useShopInfo } from '~/platform/pages/shop-info'
import { Button } from '~/ui/ask/button'
import type { Elements } from '~/ui/elements'
import { SelectField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { Options } from '~/ui/fields/options'
import { TickRow } from '~/ui/fields/tick-row'
import { all, chosenOnes, initialRule, pricesBy, type Rule, ways } from './price-rule'
import type { Changes } from './use-changes'

const wayNames = Object.keys(ways) as (keyof typeof ways)[]
const wayLabels = Object.fromEntries(wayNames.map((name) => [name, ways[name].label])) as Record<Rule['way'], string>

interface PriceRuleFieldsProps {
  changes: Changes
  products: readonly AdminProduct[]
  /** Receives the product of the first price. */
  onFilled: (id: string) => void
  /** Shown before its button. */
  children: Elements
}

/** Fills the prices of the table by a rule. */
export function PriceRuleFields({ changes, products, onFilled, children }: PriceRuleFieldsProps) {
  const [rule, setRule] = useState(initialRule)
  const [ids, setIds] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string>()
  const field = (name: keyof Rule) => ({
    value: rule[name],
    onChange: ({ target }: { target: { value: string } }) => setRule({ ...rule, [name]: target.value }),
  })

  function fill() {
    const by = readNumber(rule.by)
    if (by.kind === 'ambiguous') return setProblem(questionOf(by.readings))
    if (by.kind !== 'number' || by.value <= 0) return setProblem('Isi dengan angka.')
    const prices = pricesBy(rule, by.value, products, ids)
    const [first] = prices
    setProblem(first ? undefined : 'Tidak ada harga yang berubah.')
    changes.writePrices(prices)
    if (first) onFilled(first.id)
  }

  const { categories } = useShopInfo().terms
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
      <SelectField label="Produk" {...field('which')}>
        <option value={all}>Semua produk</option>
        <Options labels={Object.fromEntries(categories.map(({ code, label }) => [code, label]))} />
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
              onChange={({ target }) => setIds(target.checked ? [...ids, id] : ids.filter((other) => other !== id))}
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
          error={problem}
          written={rule.by}
          {...field('by')}
        />
      </div>
      {children}
      <Button variant="quiet" onClick={fill} className="md:justify-self-start">
        Lihat harga baru
      </Button>
    </div>
  )
}
