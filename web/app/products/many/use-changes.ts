import type { AdminProduct } from '@camilan/contract/catalog'
import { type CsvChanges, ProductsChanged, type StockReason } from '@camilan/contract/many-products'
import { success } from '@camilan/contract/wire'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { useDraft } from '~/platform/forms/use-draft'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { lostQuestion, useLeaveQuestion } from '~/ui/ask/leave-guard'
import { type Column, columns } from './read-cell'
import {
  type AskedCells,
  cellsOfFile,
  itemOf,
  keyOf,
  type Line,
  linesOf,
  othersOfFile,
  problemsOf,
  TypedCells,
  withPrices,
  withText,
} from './typed-cells'

/** When the prices begin and end. */
export interface Times {
  from?: string
  until?: string
}

interface ChangesOptions {
  draftKey: string
  reason: StockReason
  done: (changed: ProductsChanged, times: Times) => unknown
  /** It was submitted without a change. */
  unchanged?: () => unknown
}

export type Changes = ReturnType<typeof useChanges>

/** What is typed into a table of products, and the one call that saves it. */
export function useChanges(products: readonly AdminProduct[], { draftKey, reason, done, unchanged }: ChangesOptions) {
  const { typed, ofFile, asked, ask, clear, setSeen, ...table } = useTable(products, { draftKey, reason })
  const lines = linesOf(products, typed, asked, ofFile)

  const { run, ...sending } = useSending({
    done(changed, times) {
      clear(typed.reason)
      return done(changed, times)
    },
    refused(error) {
      const refused = refusedCell(error)
      if (!refused) return table.fail(sentenceOf(error, 'Gagal menyimpan. Silakan coba lagi.'))
      const { key, now, sentence } = refused
      if (now !== undefined) setSeen(key, now)
      ask({ [key]: { problem: sentence, choices: now === undefined ? [] : [now] } })
    },
  })

  function submit(event: FormEvent, times: Times = {}) {
    event.preventDefault()
    table.fail(undefined)
    const problems = problemsOf(products, typed, asked)
    if (Object.keys(problems).length > 0) ask(problems)
    else if (lines.length > 0) void run(lines, times)
    else if (!unchanged) table.fail('Belum ada yang diubah.')
    else {
      clear(reason)
      unchanged()
    }
  }

  return {
    ...table,
    ...sending,
    reason: typed.reason,
    lines,
    count: lines.length,
    discard: () => clear(reason),
    submit,
  }
}

/** The cells of the table, and what the person is told about them. */
function useTable(products: readonly AdminProduct[], options: Pick<ChangesOptions, 'draftKey' | 'reason'>) {
  const { typed, ofFile, keep, isTouched, isRestored } = useTyped(options)
  const { asked, setAsked, ask, form } = useAskedCells()
  const [problem, fail] = useState<string>()

  function replace(next: TypedCells, others: CsvChanges['items']) {
    setAsked({})
    fail(undefined)
    keep(next, others)
  }

  return {
    typed,
    ofFile,
    asked,
    form,
    problem,
    fail,
    isRestored,
    isTouched,
    isTyped: products.some(isTouched),
    textOf: (column: Column, id: string) => typed.texts[keyOf(column, id)] ?? '',
    askedOf: (column: Column, id: string) => asked[keyOf(column, id)],
    setReason: (next: StockReason) => keep({ ...typed, reason: next }),
    setSeen: (key: string, now: number) => keep({ ...typed, seen: { ...typed.seen, [key]: now } }),
    write: (column: Column, product: AdminProduct, text: string) => keep(withText(typed, column, product, text)),
    /** They need no question. */
    writePrices(prices: Parameters<typeof withPrices>[1]) {
      keep(withPrices(typed, prices))
      const accepted = prices.map(({ id, price }) => [keyOf('price', id), { problem: '', choices: [price] }])
      setAsked(Object.fromEntries(accepted))
    },
    /** Instead of all that is typed. */
    writeFile: (items: CsvChanges['items']) => replace(cellsOfFile(items), othersOfFile(items)),
    clear: (reason: StockReason) => replace({ reason, texts: {}, seen: {} }, []),
    ask(problems: AskedCells) {
      if (ask(problems)) return
      // The cell is in a column that is not shown.
      const [[key, { problem }] = ['', { problem: '' }]] = Object.entries(problems)
      fail(`${products.find(({ id }) => key.endsWith(id))?.name}: ${problem}`)
    },
  }
}

/** The numbers that are typed, kept as a draft, and what a file changes beside them. */
function useTyped({ draftKey, reason }: Pick<ChangesOptions, 'draftKey' | 'reason'>) {
  const draft = useDraft(draftKey, TypedCells)
  useLeaveQuestion(draft.isLost, lostQuestion)
  const [typed, setTyped] = useState<TypedCells>(draft.restored ?? { reason, texts: {}, seen: {} })
  const [ofFile, setOfFile] = useState<CsvChanges['items']>([])
  return {
    typed,
    ofFile,
    isRestored: draft.restored !== null,
    isTouched: ({ id }: Pick<AdminProduct, 'id'>) =>
      columns.some((column) => typed.texts[keyOf(column, id)]) || ofFile.some((product) => product.id === id),
    keep(next: TypedCells, others = ofFile) {
      setTyped(next)
      setOfFile(others)
      draft.keep(Object.values(next.texts).some((text) => text !== '') ? next : null)
    },
  }
}

/** What the person is asked at the cells. The first one gets the focus, if it is shown. */
function useAskedCells() {
  const [asked, setAsked] = useState<AskedCells>({})
  const form = useRef<HTMLFormElement>(null)
  function ask(problems: AskedCells) {
    // Before the focus, which a screen reader follows with the problem.
    flushSync(() => setAsked(problems))
    const first = form.current?.elements.namedItem(Object.keys(problems)[0] ?? '')
    if (!(first instanceof HTMLInputElement)) return false
    first.focus()
    first.select()
    return true
  }
  return { asked, setAsked, ask, form }
}

interface SendingOptions {
  done: (changed: ProductsChanged, times: Times) => unknown
  refused: (error: unknown) => unknown
}

function useSending({ done, refused }: SendingOptions) {
  const [timeErrors, setTimeErrors] = useState<Times>({})
  const { keyFor, renew } = useIdempotencyKey()
  const { pending, run } = useMutation({
    do(lines: readonly Line[], times: Times) {
      const body = { items: lines.map(itemOf), ...times }
      const options = { idempotencyKey: keyFor(body) }
      return api.post('/api/admin/products/changes', body, success(ProductsChanged), options)
    },
    done({ data }, _, times) {
      renew()
      setTimeErrors({})
      return done(data, times)
    },
    failed(error) {
      const { from, until } = error instanceof ApiError ? error.fields : {}
      setTimeErrors({ ...(from && { from }), ...(until && { until }) })
      return refused(error)
    },
    revalidate: 'both',
  })
  return { pending, run, timeErrors }
}

const Refused = z.object({
  id: z.string(),
  sentence: z.string(),
  price: z.optional(z.int()),
  stock: z.optional(z.int()),
})

/** The cell that a refusal is about, and its present number; undefined: it is about none. */
function refusedCell(error: unknown) {
  const refused = error instanceof ApiError ? z.safeParse(Refused, error.data).data : undefined
  if (!(error instanceof ApiError) || !refused || error.code === 'PRODUCT_CHANGED') return undefined
  const column = error.code === 'PRICE_CHANGED' ? 'price' : 'stock'
  return { key: keyOf(column, refused.id), now: refused[column], sentence: refused.sentence }
}
