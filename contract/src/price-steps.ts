/** Quantity prices of a product. Without zod. */
import { formatRupiah } from './formats.ts'
import { type PriceStep, unitPriceOf } from './pricing.ts'

export const maxSteps = 5

/** As they are stored and compared: `3x93000 6x90000`. */
export const stepsText = (steps: readonly PriceStep[]): string | null =>
  steps.map(({ quantity, price }) => `${quantity}x${price}`).join(' ') || null

export const stepsOf = (text: string | null | undefined): PriceStep[] =>
  (text ?? '')
    .split(' ')
    .filter(Boolean)
    .map((step) => {
      const [quantity = 0, price = 0] = step.split('x').map(Number)
      return { quantity, price }
    })

/**
 * How many more pieces reach the next step, and what they save against their price without it. Undefined if no step lies ahead
 * or it saves nothing.
 * @param ordered  `together`: with what counts beside the line
 */
export function nextStep(
  line: { price: number; steps: readonly PriceStep[] },
  { quantity, together }: { quantity: number; together: number },
): { add: number; saves: number } | undefined {
  const unit = unitPriceOf(line, together)
  const next = line.steps.find((step) => step.quantity > together && step.price < unit)
  if (!next) return undefined
  const add = next.quantity - together
  return { add, saves: (quantity + add) * (unit - next.price) }
}

/** What a form has: JSON, or the stored text. Anything else is no list. */
export function readSteps(text: string): unknown {
  const cell = text.trim()
  if (cell === '-' || /^\d+x\d+( \d+x\d+)*$/.test(cell)) return stepsOf(cell === '-' ? null : cell)
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

/** A sentence if a piece would cost more with more pieces, or as much as one alone. `price`: of one; undefined: not known. */
export function stepsProblem(steps: readonly PriceStep[], price?: number): string | undefined {
  const [first] = steps
  if (first && price !== undefined && first.price >= price) {
    return `Harga grosir harus kurang dari harga satuan (${formatRupiah(price)}).`
  }
  const falls = steps.every(({ quantity, price: its }, index) => {
    const former = steps[index - 1]
    return !former || (quantity > former.quantity && its <= former.price)
  })
  return falls ? undefined : 'Urutkan dari jumlah terkecil. Harga per kemasan tidak boleh naik kalau beli lebih banyak.'
}
