import { expect, test } from 'vitest'
import { countedTitle } from './title-count'

test('the title carries one count at most', () => {
  const once = countedTitle('Dashboard · Camilan', 1)
  expect(once).toBe('(1) Dashboard · Camilan')
  expect(countedTitle(once, 2)).toBe('(2) Dashboard · Camilan')
  expect(countedTitle(once, 0)).toBe('Dashboard · Camilan')
})
