import { expect, test } from 'vitest'
import { countedTitle } from './use-new-paid-orders'

test('the title of a page holds at most one count', () => {
  const once = countedTitle('Dashboard · Camilan', 1)
  expect(once).toBe('(1) Dashboard · Camilan')
  expect(countedTitle(once, 2)).toBe('(2) Dashboard · Camilan')
  expect(countedTitle(once, 0)).toBe('Dashboard · Camilan')
})
