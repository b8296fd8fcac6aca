import { describe, expect, test } from 'vitest'
import { formatTyped, groupWhileTyping, inWords, questionOf, readNumber } from './typed-number.ts'

describe('a number as people write it', () => {
  test.each([
    ['12500', 12_500],
    ['12.500', 12_500],
    ['12,500', 12_500],
    ['12 500', 12_500],
    ['12\u00a0500', 12_500],
    ["12'500", 12_500],
    ['Rp 12.500', 12_500],
    ['Rp12.500', 12_500],
    ['rp. 12.500', 12_500],
    ['Rp\u00a012.500', 12_500],
    ['Rp 12,500', 12_500],
    ['IDR 12,500', 12_500],
    ['Rp 12.500,-', 12_500],
    ['Rp12.500,--', 12_500],
    ['12.500,00', 12_500],
    ['12,500.00', 12_500],
    ['12500,00', 12_500],
    ['12.500 rupiah', 12_500],
    [' 12.500\t', 12_500],
    ['１２５００', 12_500],
    ['1.250.000', 1_250_000],
    ['1,250,000', 1_250_000],
    ['1.250.000,00', 1_250_000],
    ['100.000.000', 100_000_000],
    ['0', 0],
    ['007', 7],
    ['85rb', 85_000],
    ['15 ribu', 15_000],
    ['Rp 15 Ribu', 15_000],
    ['85k', 85_000],
    ['85K', 85_000],
    ['2,5rb', 2_500],
    ['1,5jt', 1_500_000],
    ['1.25 juta', 1_250_000],
    ['5', 5],
  ])('%s is %i', (text, value) => {
    expect(readNumber(text)).toEqual({ kind: 'number', value, sign: '' })
  })

  test.each([
    ['+20', 20, '+'],
    ['+ 20', 20, '+'],
    ['+1.000', 1_000, '+'],
    ['-3', -3, '-'],
    ['−3', -3, '-'],
    ['– 3', -3, '-'],
    ['-Rp 500', -500, '-'],
    ['Rp -500', -500, '-'],
    ['-0', 0, '-'],
  ])('%s has a sign', (text, value, sign) => {
    expect(readNumber(text)).toEqual({ kind: 'number', value, sign })
  })

  test.each([
    ['12.5', [12_500, 125]],
    ['12,5', [12_500, 125]],
    ['1.25', [1_250, 125]],
    ['1,2', [1_200, 12]],
    ['12.50', [12_500, 1_250]],
    ['12.00', [12_000, 12, 1_200]],
    ['125,00', [125_000, 125, 12_500]],
    ['12.', [12]],
    ['.5', [5]],
    ['0.500', [500]],
    ['0,5', [5]],
    ['12.5000', [125_000]],
    ['1.2500', [12_500]],
    ['1250.000', [1_250_000]],
    ['12.34.567', [1_234_567]],
    ['1.250,50', [1_250, 125_050]],
    ['1.250.00', [1_250, 125_000]],
    ['1.250,500', [1_250_500]],
    ['12..500', [12_500]],
    ['+12.5', [12_500, 125]],
    ['-1.5', [-1_500, -15]],
    ['12.500rb', [12_500, 12_500_000]],
    ['1,250jt', [1_250_000, 1_250_000_000]],
  ])('%s is not guessed', (text, readings) => {
    expect(readNumber(text)).toEqual({ kind: 'ambiguous', readings })
  })

  test.each([
    'seribu',
    'rb',
    '1e3',
    '1.2.3rb',
    '5 rbu',
    '1jt500rb',
    '0x10',
    'Rp',
    '-',
    '+',
    '.',
    '12-5',
    '12+5',
    '5%',
    '1/2',
    '9'.repeat(13),
  ])('%s is no number', (text) => {
    expect(readNumber(text)).toEqual({ kind: 'unreadable' })
  })

  test('an empty text is no number either', () => {
    expect(readNumber('')).toEqual({ kind: 'empty' })
    expect(readNumber(' \u00a0')).toEqual({ kind: 'empty' })
  })

  test('the question names every reading', () => {
    expect(questionOf([12_500, 125])).toBe('Maksud Anda 12.500 atau 125?')
    expect(questionOf([12_000, 12, 1_200])).toBe('Maksud Anda 12.000, 12 atau 1.200?')
    expect(questionOf([500])).toBe('Maksud Anda 500?')
  })

  test('every reading, written into the field, is that number', () => {
    for (const text of ['12.5', '1,2', '12.00', '1.250,50', '-1.5']) {
      const read = readNumber(text)
      const readings = read.kind === 'ambiguous' ? read.readings : []
      for (const value of readings) expect(readNumber(formatTyped(value))).toMatchObject({ kind: 'number', value })
    }
  })
})

/** Types the keys one after the other. `|` is the caret, `<` is Backspace, `>` is Delete, `[12.5]` is pasted. */
function press(start: string, keys: string): string {
  let [caret, text] = [start.indexOf('|'), start.replace('|', '')]
  for (const key of keys.match(/\[.*?\]|./g) ?? []) {
    const before = text
    const pasted = /^\[(.*)\]$/.exec(key)?.[1]
    let [type, typed] = ['insertText', key as string | null]
    if (key === '<') {
      ;[type, typed] = ['deleteContentBackward', null]
      text = text.slice(0, Math.max(caret - 1, 0)) + text.slice(caret)
      caret = Math.max(caret - 1, 0)
    } else if (key === '>') {
      ;[type, typed] = ['deleteContentForward', null]
      text = text.slice(0, caret) + text.slice(caret + 1)
    } else {
      if (pasted !== undefined) [type, typed] = ['insertFromPaste', null]
      text = text.slice(0, caret) + (pasted ?? key) + text.slice(caret)
      caret += (pasted ?? key).length
    }
    ;({ text, caret } = groupWhileTyping(before, { text, caret }, type, typed))
  }
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

describe('while it is typed', () => {
  test.each([
    ['|', '12500', '12.500|'],
    ['|', '1234567', '1.234.567|'],
    ['|', '12.500', '12.500|'],
    ['|', '12,500', '12.500|'],
    ['|', '12.5', '12.5|'],
    ['|', '12.50', '12.50|'],
    ['|', '1,25', '1,25|'],
    ['|', '+1000', '+1.000|'],
    ['|', '-3', '-3|'],
    ['|', 'Rp 12.500', '12.500|'],
    ['|', 'seribu', 'seribu|'],
    ['12.500|', '<', '1.250|'],
    ['12.500|', '<<', '125|'],
    ['12.5|', '<', '12.|'],
    ['12.500|', '<<<<<', '|'],
    ['12.|500', '<', '1|.500'],
    ['12|.500', '<', '1|.500'],
    ['12|.500', '>', '1.2|00'],
    ['|12.500', '>', '|2.500'],
    ['|12.500', '9', '9|12.500'],
    ['1|2.500', '9', '19|2.500'],
    ['12.|500', '9', '129|.500'],
    ['12.5|00', '9', '125.9|00'],
    ['1.250|', '0', '12.500|'],
    ['|', '[Rp 12.500,00]', '12.500|'],
    ['|', '[12500]', '12.500|'],
    ['|', '[12.5]', '12.5|'],
  ])('%s and the keys %s give %s', (start, keys, result) => {
    expect(press(start, keys)).toBe(result)
  })

  test('a text that replaces another one is read again, also if it is the beginning of the former text', () => {
    const replaced = (text: string) => groupWhileTyping('12.500', { text, caret: text.length }, 'insertText', text)
    expect(replaced('12.5')).toEqual({ text: '12.5', caret: 4 })
    expect(replaced('47000')).toEqual({ text: '47.000', caret: 6 })
    expect(groupWhileTyping('12.500', { text: '12.5', caret: 4 }, 'insertFromPaste', null).text).toBe('12.5')
  })
})

test.each([
  [0, 'nol'],
  [11, 'sebelas'],
  [15, 'lima belas'],
  [20, 'dua puluh'],
  [45, 'empat puluh lima'],
  [100, 'seratus'],
  [250, 'dua ratus lima puluh'],
  [1_000, 'seribu'],
  [1_999, 'seribu sembilan ratus sembilan puluh sembilan'],
  [12_500, 'dua belas ribu lima ratus'],
  [100_000, 'seratus ribu'],
  [1_000_000, 'satu juta'],
  [100_000_000, 'seratus juta'],
  [-3, 'minus tiga'],
])('%i is read as "%s"', (value, words) => {
  expect(inWords(value)).toBe(words)
})
