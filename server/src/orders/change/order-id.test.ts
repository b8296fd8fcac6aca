import { expect, test } from 'vitest'
import { newOrderId } from './order-id.ts'

test('an order id begins with the day in Jakarta, and has no letters that look alike', () => {
  const ids = Array.from({ length: 200 }, () => newOrderId(new Date('2026-11-20T17:00:00Z')))
  for (const id of ids) expect(id).toMatch(/^261121-[0-9A-HJKMNP-TV-Z]{6}$/)
  expect(new Set(ids).size).toBe(200)
})
