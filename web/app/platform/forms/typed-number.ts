/** Whole numbers as people write them in our forms: `12500`, `12.500`, `Rp 12.500`, `Rp 12,500`, `12.500,00`, `85rb`, `1,5jt`, `+20`. */

import { readingsWithUnit } from '@camilan/contract/amount-units'
import { cleanFormat } from '@camilan/contract/texts'

export type TypedNumber =
  | { kind: 'empty' }
  /** `sign` is '+' or '-' if one was written: in a field that takes changes, the number is a change. */
  | { kind: 'number'; value: number; sign: '' | '+' | '-' }
  /** It has more than one reading, or one that differs from the text: the person has to choose. */
  | { kind: 'ambiguous'; readings: readonly number[] }
  | { kind: 'unreadable' }

/** Digits in groups of three, with one kind of separator between them. */
const grouped = /^[1-9]\d{0,2}([.,' ])\d{3}(?:\1\d{3})*$/
const plain = /^\d+$/
/** More digits than any price or stock has. A longer number would lose its last digits. */
const maxDigits = 12

export function readNumber(text: string): TypedNumber {
  const written = cleanFormat(text)
  if (written === '') return { kind: 'empty' }
  const [, sign = '', amount = ''] =
    /^(?:rp\.?|idr)? ?([+-]?) ?(?:rp\.?|idr)? ?(.*?)(?:[.,]-{1,2})? ?(?:rupiah)?$/i.exec(written) ?? []
  const digits = amount.replace(/\D/g, '')
  const withUnit = readingsWithUnit(amount)
  const isReadable = withUnit !== undefined || /^[\d.,' ]+$/.test(amount)
  if (digits === '' || digits.length > maxDigits || !isReadable) return { kind: 'unreadable' }
  const signed = (value: number) => (sign === '-' && value !== 0 ? -value : value)
  const [value, ...others] = withUnit ?? [wholeNumber(amount)]
  if (value !== undefined && others.length === 0) {
    return { kind: 'number', value: signed(value), sign: sign as '' | '+' | '-' }
  }
  return { kind: 'ambiguous', readings: (withUnit ?? readingsOf(amount)).map(signed) }
}

/** The number, if it has one reading; undefined otherwise. */
function wholeNumber(amount: string): number | undefined {
  const isClear = plain.test(amount) || grouped.test(amount)
  if (isClear) return Number(amount.replace(/\D/g, ''))
  // Zero cents after a number that can't itself be one of cents: `12500,00`, `12.500,00`, `12,500.00`.
  const [, whole = '', mark = ''] = /^(.*\d)([.,])00?$/.exec(amount) ?? []
  const isWhole = (plain.test(whole) && whole.length > 3) || (grouped.test(whole) && !whole.includes(mark))
  return isWhole ? Number(whole.replace(/\D/g, '')) : undefined
}

/**
 * The probable meanings, the likeliest first: a last group without its zeros (`12.5` for 12.500), a number without its
 * cents, a separator that was hit by mistake.
 */
function readingsOf(amount: string): number[] {
  const groups = amount.split(/[.,' ]/).filter((group) => group !== '')
  const last = groups.at(-1) ?? ''
  const digits = groups.join('')
  const readings: string[] = []
  if (groups.length > 1 && last.length < 3) {
    const whole = groups.slice(0, -1).join('')
    if (Number(whole) > 0) readings.push(groups.length > 2 ? whole : whole + last.padEnd(3, '0'))
    if (/^0+$/.test(last)) readings.push(whole)
  }
  readings.push(digits)
  return [...new Set(readings.map(Number))]
}

/** The sentence that asks which number is meant: `Maksud Anda 12.500 atau 125?` */
export function questionOf(readings: readonly number[], write: (value: number) => string = formatTyped): string {
  const written = readings.map((reading) => write(reading))
  const last = written.pop()
  return `Maksud Anda ${written.length > 0 ? `${written.join(', ')} atau ${last}` : last}?`
}

/** The text in the field. The sign is '+' or '-' for a change. */
export function formatTyped(value: number, sign: '' | '+' | '-' = value < 0 ? '-' : ''): string {
  return sign + groupDigits(String(Math.abs(value)))
}

const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, '.')

/** Text of a field and the place of the caret in it. */
export interface Typing {
  text: string
  caret: number
}

/** A number that this file has grouped while it was typed: only digits and our own separators, perhaps after a sign. */
const isGrouped = (text: string): boolean => /^[+-]?\d*$/.test(text) || /^[+-]?\d{1,3}(\.\d{3})+$/.test(text)
const countDigits = (text: string): number => text.replace(/[^\d+-]/g, '').length

/**
 * The text after a key was pressed or a text was pasted, grouped if that changes no meaning: separators that the person
 * types stay until the whole is a number with one reading.
 * @param before  the text before the change
 * @param inputType  of the InputEvent
 * @param typed  its `data`
 */
export function groupWhileTyping(
  before: string,
  { text, caret }: Typing,
  inputType: string,
  typed: string | null,
): Typing {
  const areDigits = inputType === 'insertText' && /^\d+$/.test(typed ?? '')
  const isDeletion = inputType.startsWith('delete')
  if (isGrouped(before) && (areDigits || isDeletion) && /^[+-]?[\d.]*$/.test(text)) {
    return regroup(isDeletion ? withoutDigitAtSeparator(before, { text, caret }, inputType) : { text, caret })
  }
  const read = readNumber(text)
  if (read.kind !== 'number' || !/\d$/.test(text)) return { text, caret }
  return place(formatTyped(read.value, read.sign), countDigits(text.slice(0, caret)))
}

/** Deleting only a separator would change nothing, so the digit beside it goes too. */
function withoutDigitAtSeparator(before: string, { text, caret }: Typing, inputType: string): Typing {
  const deletedOne = before.length - text.length === 1 && before[caret] === '.'
  if (!deletedOne || !inputType.endsWith('Backward')) {
    return deletedOne ? { text: text.slice(0, caret) + text.slice(caret + 1), caret } : { text, caret }
  }
  return { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 }
}

function regroup({ text, caret }: Typing): Typing {
  const [sign = ''] = /^[+-]/.exec(text) ?? []
  const digits = text.replace(/\D/g, '')
  return place(sign + groupDigits(digits), countDigits(text.slice(0, caret)))
}

/** The caret stays behind the same digit as before. */
function place(grouped: string, digitsBefore: number): Typing {
  let caret = 0
  for (let seen = 0; caret < grouped.length && seen < digitsBefore; caret += 1) {
    if (grouped[caret] !== '.') seen += 1
  }
  return { text: grouped, caret }
}

const small = [
  'nol',
  'satu',
  'dua',
  'tiga',
  'empat',
  'lima',
  'enam',
  'tujuh',
  'delapan',
  'sembilan',
  'sepuluh',
  'sebelas',
] as const
const scales = [
  [1_000_000_000_000, 'triliun'],
  [1_000_000_000, 'miliar'],
  [1_000_000, 'juta'],
  [1_000, 'ribu'],
  [100, 'ratus'],
] as const

/** A number in Indonesian words, for screen readers, which read `12.500` in different ways. */
export function inWords(value: number): string {
  if (value < 0) return `minus ${inWords(-value)}`
  if (value < 12) return small[value] ?? ''
  if (value < 20) return `${inWords(value - 10)} belas`
  for (const [size, name] of scales) {
    if (value < size) continue
    const count = Math.floor(value / size)
    const rest = value % size
    const head = count === 1 && size <= 1_000 ? `se${name}` : `${inWords(count)} ${name}`
    return rest === 0 ? head : `${head} ${inWords(rest)}`
  }
  const rest = value % 10
  return `${inWords(Math.floor(value / 10))} puluh${rest === 0 ? '' : ` ${inWords(rest)}`}`
}

/** What of a typed number is sent: a text that is none as it is, so that the shop says what is wrong with it. */
export function sentNumber<Empty>(text: string, empty: Empty): number | string | Empty {
  const read = readNumber(text)
  if (read.kind === 'empty') return empty
  return read.kind === 'number' ? read.value : text
}
