import { expect, test } from 'vitest'
import { code128 } from './code128'

/** Symbols have 11 modules, the stop has 13. */
const symbolsOf = (text: string) => ((code128(text) ?? []).reduce((sum, width) => sum + width, 0) - 13) / 11

test.each([
  ['A', 3],
  ['12', 3],
  ['1234567890', 7],
  ['261120-5YKXCP', 13],
  ['A123456', 7],
  ['A1234567', 8],
  ['AB12CD', 8],
])('digits are paired where that is shorter: %s has %i symbols', (text, count) => {
  expect(symbolsOf(text)).toBe(count)
})

test.each(['', 'Ä', '12\n', '\u00a0'])('other characters have no bars: %j', (text) => {
  expect(code128(text)).toBeNull()
})
