import * as z from 'zod/mini'
import { ApiError } from '~/platform/api-error'

/** How many there are by now, where that is why a change was refused. */
export function changedStock(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'STOCK_CHANGED') return undefined
  const told = z.safeParse(z.object({ stock: z.int() }), error.data)
  return told.success ? told.data.stock : undefined
}
