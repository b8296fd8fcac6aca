import type { ImportChoices, ImportPlan } from '@camilan/contract/product-import'
import type { ReactNode } from 'react'
import { changePhrases, wordsOfCodes } from '~/people/audit/change-sentence'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { ChooseWords } from './choose-words'

interface PlanCardProps {
  plan: ImportPlan
  choices: ImportChoices
  pending: boolean
  problem: string | undefined
  onChoose: (choices: ImportChoices) => Promise<unknown>
  onBack: () => void
  onWrite: () => void
}

/** What would be written. Nothing is, as long as a line or a word is not settled. */
export function PlanCard({ plan, choices, pending, problem, onChoose, onBack, onWrite }: PlanCardProps) {
  const { added, changed, same, pictures, problems, words, wrong_lines } = plan
  const count = added.total + changed.total
  const isReady = words.length === 0 && problems.total === 0
  const skip = () => onChoose({ ...choices, skip: [...choices.skip, ...wrong_lines] })
  return (
    <SectionCard title="Yang akan disimpan">
      <div className="grid grid-cols-1 gap-4">
        <p className="font-semibold">{sentenceOf(plan)}</p>
        {choices.skip.length > 0 && (
          <p className="text-muted">{`${formatNumber(choices.skip.length)} baris dilewati.`}</p>
        )}
        {words.length > 0 && <ChooseWords words={words} choices={choices} pending={pending} onChoose={onChoose} />}
        {problems.total > 0 && (
          <div className="grid justify-items-start gap-3">
            <List label="Baris yang salah" {...problems} className="font-semibold text-danger">
              {({ line, column, sentence }) => `Baris ${line}${column ? `, kolom ${column}` : ''}: ${sentence}`}
            </List>
            <p className="text-muted">Perbaiki filenya lalu pilih lagi, ubah kolomnya, atau lewati baris itu.</p>
            <Button variant="quiet" disabled={pending} onClick={skip}>
              {`Lewati ${formatNumber(wrong_lines.length)} baris itu`}
            </Button>
          </div>
        )}
        <Products plan={plan} />
        {isReady && changed.total + same > 0 && (
          <p className="text-muted">Produk yang sudah ada dikenali dari nama dan beratnya. Stoknya tidak diubah.</p>
        )}
        {isReady && pictures > 0 && (
          <p className="text-muted">{`${formatNumber(pictures)} gambar diambil dari alamatnya setelah disimpan.`}</p>
        )}
        <FormProblem sentence={problem} />
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          {isReady && count > 0 && (
            <Button pending={pending} onClick={onWrite}>
              {`Simpan ${formatNumber(count)} produk`}
            </Button>
          )}
          <Button variant="quiet" disabled={pending} onClick={onBack}>
            Ubah kolom
          </Button>
        </div>
      </div>
    </SectionCard>
  )
}

function sentenceOf({ added, changed, same, words, problems }: ImportPlan): string {
  const parts = [
    added.total > 0 && `${formatNumber(added.total)} produk baru`,
    changed.total > 0 && `${formatNumber(changed.total)} produk berubah`,
    same > 0 && `${formatNumber(same)} sudah sama`,
    problems.total > 0 && `${formatNumber(problems.total)} kesalahan`,
  ].filter(Boolean)
  if (parts.length > 0) return `${parts.join(', ')}.`
  return words.length > 0 ? 'Ada kata yang belum dikenal toko.' : 'Tabel ini tidak berisi produk.'
}

function Products({ plan: { added, changed } }: { plan: ImportPlan }) {
  const { terms } = useShopInfo()
  return (
    <>
      {added.total > 0 && (
        <List label="Produk baru" {...added}>
          {(product) => (
            <>
              <span className="block font-semibold">{product.name}</span>
              <span className="block text-13 text-muted">
                {`${formatRupiah(product.price)} · stok ${formatNumber(product.stock)} · ${product.kind.join(' · ')}${product.pictures > 0 ? ` · ${product.pictures} gambar` : ''}`}
              </span>
            </>
          )}
        </List>
      )}
      {changed.total > 0 && (
        <List label="Produk yang berubah" {...changed}>
          {({ name, changes }) => (
            <>
              <span className="block font-semibold">{name}</span>
              <span className="block text-13 text-accent">
                {changes.length > 0 ? changePhrases(changes, wordsOfCodes(terms)) : 'mendapat gambar'}
              </span>
            </>
          )}
        </List>
      )}
    </>
  )
}

interface ListProps<Item extends { line: number }> {
  label: string
  total: number
  data: readonly Item[]
  className?: string
  children: (item: Item) => ReactNode
}

/** The first ones, which scroll in their own area. */
function List<Item extends { line: number }>({ label, total, data, className = '', children }: ListProps<Item>) {
  return (
    <div className="w-full">
      <h3 className="mb-2 text-15 font-semibold">{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="max-h-80 overflow-y-auto rounded-xl border border-line">
        <ul className="divide-y divide-line">
          {data.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several problems
            <li key={index} className={`px-3 py-2 wrap-anywhere ${className}`}>
              {children(item)}
            </li>
          ))}
        </ul>
      </section>
      {total > data.length && (
        <p className="mt-2 text-13 text-muted">{`Dan ${formatNumber(total - data.length)} lagi.`}</p>
      )}
    </div>
  )
}
