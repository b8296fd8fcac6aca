import type { AdminProduct } from '@camilan/contract/catalog'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { formatTyped, readNumber } from '~/platform/forms/typed-number'
import { useDraft } from '~/platform/forms/use-draft'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { NumberInput } from '~/ui/fields/number-field'
import { DraftNotice } from '~/ui/form/draft-notice'
import { goToNext } from './many-stocks'
import { sendCsv, undoCsv } from './products-csv'

const CostsDraft = z.record(z.string(), z.string())

/** The costs of many products, typed with number keys only. Those without one come first. */
export function ManyCosts({ products }: { products: readonly AdminProduct[] }) {
  const draft = useDraft('many-costs', CostsDraft)
  const [texts, setTexts] = useState(draft.restored ?? {})
  const [problem, setProblem] = useState<string>()
  // In the order at the beginning, so that no line moves when it is saved.
  const [ids] = useState(() =>
    products.toSorted((a, b) => Number(Boolean(a.cost_price)) - Number(Boolean(b.cost_price))).map(({ id }) => id),
  )
  const lines = ids.flatMap((id) => products.find((product) => product.id === id) ?? [])
  const typed = lines.flatMap((product) => {
    const read = readNumber(texts[product.id] ?? '')
    return read.kind === 'empty'
      ? []
      : [{ product, cost: read.kind === 'number' && read.sign === '' ? read.value : null }]
  })

  function note(next: Record<string, string>) {
    setTexts(next)
    draft.keep(Object.values(next).some((text) => text !== '') ? next : null)
  }

  const { run, pending } = useMutation({
    // The call that takes the file of products changes all of them or none, and twice nothing.
    do: (csv: string) => sendCsv(csv),
    done: ({ data }) => {
      setProblem(undefined)
      note({})
      const undo = data.items.length > 0 ? undoCsv(data.items) : undefined
      toast(`Modal ${formatNumber(data.items.length)} produk disimpan`, 'status', undo)
    },
    failed: (error) => setProblem(sentenceOf(error, 'Gagal menyimpan modal. Silakan coba lagi.')),
    revalidate: 'done',
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = typed.find(({ cost }) => cost === null)
    if (wrong) return setProblem(`Isi modal ${wrong.product.name} dengan rupiah bulat.`)
    if (typed.length === 0) return setProblem('Isi paling sedikit satu modal.')
    void run(['id,cost_price', ...typed.map(({ product, cost }) => `${product.id},${cost}`)].join('\n'))
  }

  return (
    <SectionCard title="Isi modal">
      <p className="mb-3 text-pretty text-muted">
        Biaya Anda untuk satu kemasan, hanya terlihat oleh administrator. Berlaku untuk pesanan sesudahnya; 0
        menghapusnya.
      </p>
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        {draft.restored && <DraftNotice onDiscard={() => note({})} />}
        <ul className="lines">
          {lines.map(({ id, name, price, cost_price }) => (
            <li key={id} className="flex items-center gap-3 narrow:grid">
              <p className="min-w-0 grow">
                <span className="block font-semibold wrap-anywhere">{name}</span>
                <span className="text-13 text-muted">{`Harga ${formatRupiah(price)}`}</span>
              </p>
              <NumberInput
                value={texts[id] ?? ''}
                placeholder={cost_price ? formatTyped(cost_price) : 'Rp'}
                onChange={({ target }) => note({ ...texts, [id]: target.value })}
                onKeyDown={goToNext}
                enterKeyHint="next"
                aria-label={`Modal ${name}`}
                className="control w-28 shrink-0 narrow:w-full scroll-mb-56 text-right tabular-nums"
              />
            </li>
          ))}
        </ul>
        <div className="save-bar">
          <FormProblem sentence={problem} />
          <Button type="submit" pending={pending} className="md:justify-self-start">
            {typed.length === 0 ? 'Simpan' : `Simpan ${formatNumber(typed.length)} modal`}
          </Button>
        </div>
      </form>
    </SectionCard>
  )
}
