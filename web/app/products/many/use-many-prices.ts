import { categoryLabels } from '@camilan/contract/catalog-values'
import { type PricesChange, PricesChanged } from '@camilan/contract/many-products'
import { success } from '@camilan/contract/wire'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { questionOf, readNumber } from '~/platform/forms/typed-number'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { formatNumber } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { undoPrices } from './undo-prices'

export const all = 'semua'
export const chosenOnes = 'pilih'
export const ways = {
  up: { label: 'Naikkan (%)', sign: 1, unit: 'percent' },
  down: { label: 'Turunkan (%)', sign: -1, unit: 'percent' },
  more: { label: 'Naikkan (Rp)', sign: 1, unit: 'amount' },
  less: { label: 'Turunkan (Rp)', sign: -1, unit: 'amount' },
} as const

const initial = { which: all, way: 'up' as keyof typeof ways, by: '', round: '500', from: '', until: '' }
export type Rule = typeof initial

type Problems = Partial<Record<'by' | 'from' | 'until' | 'root', string>>

/** A rule for prices: it is previewed first, and a change of it drops the preview. */
export function useManyPrices() {
  const [rule, setRule] = useState(initial)
  const [ids, setIds] = useState<readonly string[]>([])
  const [preview, setPreview] = useState<PricesChanged | null>(null)
  const [problems, setProblems] = useState<Problems>({})

  const { keyFor, renew } = useIdempotencyKey()
  const { run, pending } = useMutation({
    do: (form: PricesChange) =>
      api.post('/api/admin/products/prices', form, success(PricesChanged), { idempotencyKey: keyFor(form) }),
    done: ({ data }, form) => {
      setProblems(data.items.length === 0 ? { root: 'Tidak ada harga yang berubah.' } : {})
      setPreview(form.preview && data.items.length > 0 ? data : null)
      if (form.preview || data.batch_id === null) return
      renew()
      const what = form.from ? 'dijadwalkan' : 'diubah'
      toast(`Harga ${formatNumber(data.items.length)} produk ${what}`, 'status', undoPrices(data.batch_id))
      setRule({ ...rule, by: '', from: '', until: '' })
    },
    failed: (error) => {
      setProblems(problemsOf(error))
      const fresh = error instanceof ApiError ? z.safeParse(PricesChanged, error.data) : undefined
      setPreview(fresh?.success ? fresh.data : null)
    },
    revalidate: 'done',
  })

  return {
    rule,
    ids,
    preview,
    problems,
    pending,
    change(changed: Partial<Rule>) {
      setRule({ ...rule, ...changed })
      setPreview(null)
    },
    choose(id: string, isChosen: boolean) {
      setIds(isChosen ? [...ids, id] : ids.filter((other) => other !== id))
      setPreview(null)
    },
    cancel: () => setPreview(null),
    submit(event: FormEvent) {
      event.preventDefault()
      const by = readNumber(rule.by)
      if (by.kind === 'ambiguous') return setProblems({ by: questionOf(by.readings) })
      if (by.kind !== 'number' || by.value <= 0) return setProblems({ by: 'Isi dengan angka.' })
      const form = formOf(rule, by.value, ids)
      void run(preview ? { ...form, seen: preview.seen } : { ...form, preview: true })
    },
  }
}

function problemsOf(error: unknown): Problems {
  const { percent, amount, from, until } = error instanceof ApiError ? error.fields : {}
  const by = percent ?? amount
  const root = sentenceOf(error, 'Gagal mengubah harga. Silakan coba lagi.')
  return { root, ...(by && { by }), ...(from && { from }), ...(until && { until }) }
}

function formOf({ which, way, round, from, until }: Rule, by: number, ids: readonly string[]): PricesChange {
  const { unit, sign } = ways[way]
  return {
    [unit]: sign * by,
    ...(which === chosenOnes && { ids: [...ids] }),
    ...(which in categoryLabels && { category: which as PricesChange['category'] }),
    ...(round !== '1' && { round_to: Number(round) as 500 | 1_000 }),
    ...(from && { from: jakartaMoment(from) }),
    ...(until && { until: jakartaMoment(until) }),
  }
}

/** The shop's clock is that of Jakarta, also on a phone that is somewhere else. */
const jakartaMoment = (typed: string) => `${typed.slice(0, 16)}:00+07:00`
