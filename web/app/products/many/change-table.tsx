import type { AdminProduct } from '@camilan/contract/catalog'
import { type KeyboardEvent, useId } from 'react'
import { changePhrases, wordsOfCodes } from '~/people/audit/change-sentence'
import { formatTyped } from '~/platform/forms/typed-number'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { ChangeSigns, NumberChoices, NumberInput, NumberInWords } from '~/ui/fields/number-field'
import type { Column } from './read-cell'
import { keyOf } from './typed-cells'
import type { Changes } from './use-changes'

export const nouns = { price: 'harga', stock: 'stok', cost_price: 'modal' } as const satisfies Record<Column, string>

interface ChangeTableProps {
  changes: Changes
  products: readonly AdminProduct[]
  columns: readonly Column[]
}

/** A row for each product: its name, what would change, and a field for each column. Only what is typed changes. */
export function ChangeTable({ changes, products, columns }: ChangeTableProps) {
  const isAlone = products.length === 1
  return (
    <ul className={isAlone ? '' : 'lines'}>
      {products.map((product) => (
        <li key={product.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 narrow:grid">
          <p className="min-w-0 grow basis-40">
            <span className="block font-semibold wrap-anywhere">{product.name}</span>
            <Preview changes={changes} product={product} columns={columns} />
          </p>
          <div className={`shrink-0 items-start gap-2 ${isAlone ? 'grid w-full' : 'flex narrow:grid'}`}>
            {columns.map((column) => (
              <Cell
                key={column}
                changes={changes}
                product={product}
                column={column}
                isNamed={columns.length > 1}
                isAlone={isAlone}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What would change, also in columns that are not shown; else what is there. */
function Preview({ changes, product, columns }: Omit<ChangeTableProps, 'products'> & { product: AdminProduct }) {
  const { terms } = useShopInfo()
  const line = changes.lines.find((other) => other.product.id === product.id)
  const { cells = [], others } = line ?? {}
  const present = cells.some(({ column }) => columns.includes(column)) ? (
    ''
  ) : (
    <span className="block text-13 text-muted">
      {columns.includes('stock') ? `Stok ${formatNumber(product.stock)}` : `Harga ${formatRupiah(product.price)}`}
    </span>
  )
  if (!line) return present
  const numbers = cells.map(({ column, after }) => ({
    field: column,
    before: product[column] ?? null,
    after: column === 'cost_price' && after === 0 ? null : after,
  }))
  const isShort = numbers.some(({ after }) => after !== null && after < 0)
  return (
    <>
      {present}
      <span className={`block text-13 font-semibold wrap-anywhere ${isShort ? 'text-danger' : 'text-accent'}`}>
        {changePhrases([...numbers, ...(others?.changes ?? [])], wordsOfCodes(terms))}
      </span>
    </>
  )
}

interface CellProps {
  changes: Changes
  product: AdminProduct
  column: Column
  /** Its column has a name above each field. */
  isNamed: boolean
  /** There is room, as in a dialog. */
  isAlone: boolean
}

function Cell({ changes, product, column, isNamed, isAlone }: CellProps) {
  const id = useId()
  const text = changes.textOf(column, product.id)
  const { problem = '', choices = [] } = changes.askedOf(column, product.id) ?? {}
  const write = (next: string) => changes.write(column, product, next)
  function rewrite(next: string) {
    write(next)
    document.getElementById(id)?.focus()
  }
  if (column === 'stock' && product.parts) return <span className="text-13 text-muted">Ikut isinya</span>
  return (
    <div className={`grid gap-1.5 ${isAlone ? '' : 'w-28 narrow:w-full'}`}>
      {isNamed && <span className="text-13 text-muted capitalize">{nouns[column]}</span>}
      <NumberInput
        id={id}
        name={keyOf(column, product.id)}
        value={text}
        placeholder={placeholderOf(column, product, changes)}
        onChange={({ target }) => write(target.value)}
        onKeyDown={goToNext}
        enterKeyHint="next"
        aria-label={`Ubah ${nouns[column]} ${product.name}`}
        aria-invalid={problem !== ''}
        aria-describedby={problem === '' ? `${id}-words` : `${id}-problem ${id}-words`}
        className={`control scroll-mb-56 tabular-nums ${isAlone ? '' : 'text-right'}`}
      />
      <NumberInWords id={`${id}-words`} text={text} />
      <p id={`${id}-problem`} role="alert" className="text-13 font-semibold text-danger empty:hidden">
        {problem}
      </p>
      {problem && <NumberChoices choices={choices} onChoose={(number) => rewrite(formatTyped(number))} />}
      {isAlone && column === 'stock' && !problem && <ChangeSigns onSign={rewrite} />}
    </div>
  )
}

function placeholderOf(column: Column, product: AdminProduct, { reason }: Changes): string {
  if (column === 'stock' && reason !== 'hitung_ulang') return ''
  return product[column] ? formatTyped(product[column]) : column === 'stock' ? '0' : 'Rp'
}

/** Only the last line sends the form. */
function goToNext(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  const inputs = [...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('li input[name]') ?? [])]
  const next = inputs[inputs.indexOf(event.currentTarget) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
}
