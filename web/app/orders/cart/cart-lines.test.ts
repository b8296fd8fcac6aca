import { expect, test } from 'vitest'
import { batchDay } from './cart-lines'

const inBatch = (handed_over_on: string) => ({ batch: { handed_over_on } }) as Parameters<typeof batchDay>[0][number]
const ofStock = {} as Parameters<typeof batchDay>[0][number]

test('an order with batches is handed over on the latest of their days, and one of the stock on no day of a batch', () => {
  expect(batchDay([ofStock])).toBeUndefined()
  expect(batchDay([inBatch('2026-12-20'), ofStock, inBatch('2026-12-09')])).toBe('2026-12-20')
})
