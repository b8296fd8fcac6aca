import type { AdminProduct } from '@camilan/contract/catalog'
import { type StockReason, type StocksChange, StocksChanged, stockReasons } from '@camilan/contract/many-products'
import { success } from '@camilan/contract/wire'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { readNumber } from '~/platform/forms/typed-number'
import { useDraft } from '~/platform/forms/use-draft'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { formatNumber } from '~/platform/state/formats'
import { type ToastAction, toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { SelectField } from '~/ui/fields/field'
import { NumberInput } from '~/ui/fields/number-field'
import { DraftNotice } from '~/ui/form/draft-notice'

const words: Record<StockReason, { label: string; hint: string; of: string }> = {
  produksi: { label: 'Produksi (tambah)', hint: 'Isi jumlah yang baru dibuat.', of: 'dibuat' },
  rusak: { label: 'Rusak (kurangi)', hint: 'Isi jumlah yang tidak bisa dijual.', of: 'rusak' },
  hitung_ulang: { label: 'Hitung ulang', hint: 'Isi jumlah yang ada di rak.', of: 'terhitung' },
}

const StocksDraft = z.object({ reason: z.enum(stockReasons), texts: z.record(z.string(), z.string()) })
type Typed = z.infer<typeof StocksDraft>
const nothing: Typed = { reason: 'produksi', texts: {} }

const send = (form: StocksChange, idempotencyKey: string) =>
  api.post('/api/admin/products/stock', form, success(StocksChanged), { idempotencyKey })

/** The stock of many products, typed with number keys only: Enter goes to the next line. */
export function ManyStocks({ products }: { products: readonly AdminProduct[] }) {
  const draft = useDraft('many-stocks', StocksDraft)
  const [typed, setTyped] = useState(draft.restored ?? nothing)
  const [problem, setProblem] = useState<string>()
  const { keyFor, renew } = useIdempotencyKey()
  const { revalidate } = useRevalidator()
  const { reason, texts } = typed
  const lines = products.flatMap((product) => {
    const read = readNumber(texts[product.id] ?? '')
    return read.kind === 'empty'
      ? []
      : [{ product, value: read.kind === 'number' && read.sign === '' ? read.value : null }]
  })
  const wrong = lines.find(({ value }) => value === null)

  function note(next: Typed) {
    setTyped(next)
    draft.keep(Object.values(next.texts).some((text) => text !== '') ? next : null)
  }

  const { run, pending } = useMutation({
    do: (form: StocksChange) => send(form, keyFor(form)),
    done: ({ data }) => {
      renew()
      setProblem(undefined)
      note({ reason, texts: {} })
      toast(
        `Stok ${formatNumber(data.length)} produk disimpan`,
        'status',
        data.length > 0 ? undo(reason, data, keyFor(data)) : undefined,
      )
    },
    failed: async (error) => {
      setProblem(sentenceOf(error, 'Gagal menyimpan stok. Silakan coba lagi.'))
      if (error instanceof ApiError && ['STOCK_CHANGED', 'OUT_OF_STOCK'].includes(error.code)) await revalidate()
    },
    revalidate: 'done',
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (wrong) return setProblem(`Isi ${wrong.product.name} dengan angka bulat.`)
    if (lines.length === 0) return setProblem('Isi paling sedikit satu produk.')
    void run({ reason, items: lines.map(({ product, value }) => itemOf(reason, product, value ?? 0)) })
  }

  return (
    <SectionCard title="Ubah stok">
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        {draft.restored && <DraftNotice onDiscard={() => note(nothing)} />}
        <SelectField
          label="Alasan"
          hint={words[reason].hint}
          value={reason}
          onChange={({ target }) => note({ ...typed, reason: target.value as StockReason })}
          className="md:max-w-80"
        >
          {stockReasons.map((name) => (
            <option key={name} value={name}>
              {words[name].label}
            </option>
          ))}
        </SelectField>
        <ul className="lines">
          {products.map((product) => (
            <li key={product.id} className="flex items-center gap-3 narrow:grid">
              <p className="min-w-0 grow">
                <span className="block font-semibold wrap-anywhere">{product.name}</span>
                <Result product={product} reason={reason} text={texts[product.id] ?? ''} />
              </p>
              <NumberInput
                value={texts[product.id] ?? ''}
                onChange={({ target }) => note({ reason, texts: { ...texts, [product.id]: target.value } })}
                onKeyDown={goToNext}
                enterKeyHint="next"
                aria-label={`${product.name}, jumlah ${words[reason].of}`}
                className="control w-24 shrink-0 narrow:w-full scroll-mb-56 text-right tabular-nums"
              />
            </li>
          ))}
        </ul>
        <div className="save-bar">
          <FormProblem sentence={problem} />
          <Button type="submit" pending={pending} className="md:justify-self-start">
            {lines.length === 0 ? 'Simpan' : `Simpan ${formatNumber(lines.length)} stok`}
          </Button>
        </div>
      </form>
    </SectionCard>
  )
}

function itemOf(reason: StockReason, { id, stock }: AdminProduct, value: number): StocksChange['items'][number] {
  if (reason === 'hitung_ulang') return { id, stock: value, expected_stock: stock }
  return { id, change: reason === 'rusak' ? -value : value }
}

function Result({ product, reason, text }: { product: AdminProduct; reason: StockReason; text: string }) {
  const read = readNumber(text)
  if (read.kind !== 'number') return <span className="text-13 text-muted">{`Stok ${formatNumber(product.stock)}`}</span>
  const { stock, change = 0 } = itemOf(reason, product, read.value)
  const after = stock ?? product.stock + change
  return (
    <span className={`text-13 font-semibold ${after < 0 ? 'text-danger' : 'text-accent'}`}>
      {`Stok ${formatNumber(product.stock)} → ${formatNumber(after)}`}
    </span>
  )
}

/** Only the last line sends the form. */
export function goToNext(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  const inputs = [...(event.currentTarget.form?.querySelectorAll('input') ?? [])]
  const next = inputs[inputs.indexOf(event.currentTarget) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Adds or takes what was taken or added, so that sales since then stay. @param key  pressed twice, it is undone once */
const undo = (reason: StockReason, changed: StocksChanged, key: string): ToastAction => ({
  label: 'Urungkan',
  do: async () => {
    await send({ reason, items: changed.map(({ id, before, after }) => ({ id, change: before - after })) }, key)
    toast('Stok dikembalikan')
  },
  failed: 'Gagal mengembalikan stok. Silakan coba lagi.',
})
