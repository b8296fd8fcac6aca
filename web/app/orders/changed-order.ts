import * as z from 'zod/mini'
import { ApiError } from '~/platform/api/api-error'

const Present = z.record(z.string(), z.nullable(z.string()))

/** The present texts of an order that another device has changed meanwhile; null after another failure. */
export function presentTexts(error: unknown): Record<string, string> | null {
  const present = error instanceof ApiError && error.code === 'ORDER_CHANGED' && z.safeParse(Present, error.data).data
  return present ? Object.fromEntries(Object.entries(present).map(([name, value]) => [name, value ?? ''])) : null
}
