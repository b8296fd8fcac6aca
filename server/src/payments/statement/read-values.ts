/** Reads what spreadsheets and dashboards write into cells. */
import { jakartaMidnight, parseJakartaWallClock } from '@camilan/contract/jakarta'
import { type PaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import { cleanFormat, cleanText } from '@camilan/contract/texts'

/** What a cell says, without the signs that keep a spreadsheet from changing it: `="26-1"`, `'26-1`. */
export const textOf = (cell: string | undefined): string =>
  cleanText(cell ?? '')
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'/, '')
    .trim()

/** Of a time. Longer cells are not searched. */
const longestValue = 40

export interface CellTime {
  at: Date
  /** The cell has no time of day. */
  isDay: boolean
}

/** Indonesian and English. */
const months = [
  /^jan/,
  /^feb/,
  /^mar/,
  /^apr/,
  /^m[ae][iy]/,
  /^jun/,
  /^jul/,
  /^a[gu]/,
  /^sep/,
  /^o[ck]t/,
  /^no[pv]/,
  /^de[cs]/,
]
const twoDigits = (digits: string | number) => String(digits).padStart(2, '0')

const dayAndClock =
  /^(.+?)(?:[T,\s]+(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:\.\d+)?)?\s*([AaPp][Mm])?\s*(Z|WIB|[+-]\d\d:?\d\d)?)?$/

/** Whether the first number of `11/21/2026` must be the month: then it is in the whole column. */
export const isMonthFirst = (cell: string): boolean => Number(/^\d{1,2}[/.-](\d{1,2})[/.-]\d{4}/.exec(cell)?.[1]) > 12

/**
 * `2026-11-20 14:00:05`, `2026-11-20T07:00:05Z`, `20/11/2026 14.00`, `20 Nov 2026, 2:00 PM`, `Nov 20, 2026`: in Jakarta
 * unless the cell names an offset.
 * @param monthFirst  `11/20/2026`
 */
export function readTime(cell: string, { monthFirst = false } = {}): CellTime | undefined {
  const match = cell.length <= longestValue ? dayAndClock.exec(cleanFormat(cell)) : null
  const day = match && readDay(match[1] ?? '', monthFirst)
  // JavaScript reads February 30 as March 2.
  if (!match || !day || new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) !== true) return undefined
  const [, , hours, minutes = '00', seconds = '00', half = '', offset = 'WIB'] = match
  if (hours === undefined) return { at: jakartaMidnight(day), isDay: true }
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  const at = parseJakartaWallClock(`${day} ${twoDigits(hour)}:${minutes}:${seconds}`)
  return at ? { at: offset === 'WIB' ? at : atOffset(at, offset), isDay: false } : undefined
}

function atOffset(inJakarta: Date, offset: string): Date {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? []
  const offsetMinutes = sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  return new Date(inJakarta.getTime() + (7 * 60 - offsetMinutes) * 60_000)
}

function readDay(text: string, monthFirst: boolean): string | undefined {
  const [, year, month, day] = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text) ?? []
  if (year) return `${year}-${twoDigits(month ?? '')}-${twoDigits(day ?? '')}`
  const [, one = '', two = '', lastYear] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  if (lastYear) return `${lastYear}-${twoDigits(monthFirst ? one : two)}-${twoDigits(monthFirst ? two : one)}`
  const named =
    /^(?<day>\d{1,2})[ -](?<month>[a-z]{3,9})[ -,]*(?<year>\d{4})$/i.exec(text) ??
    /^(?<month>[a-z]{3,9}) (?<day>\d{1,2}),? (?<year>\d{4})$/i.exec(text)
  const { year: namedYear, month: name = '', day: namedDay = '' } = named?.groups ?? {}
  const number = months.findIndex((beginning) => beginning.test(name.toLowerCase())) + 1
  return number === 0 ? undefined : `${namedYear}-${twoDigits(number)}-${twoDigits(namedDay)}`
}

/** `money`: the money has arrived. `gone`: it came, and all or a part of it went back. `none`: no money came. */
export type RowState = 'money' | 'gone' | 'none'

const states: readonly (readonly [RowState, RegExp])[] = [
  // Also a refund that is pending or failed: the gateway is asked.
  ['gone', /refund|kembali|charge.?back|revers|tarik/],
  [
    'none',
    /pending|\bun(paid|settled|success)|\bnot\b|tidak|belum|menunggu|tertunda|expire|k[ae]dal|cancel|batal|den(y|ied)|tolak|fail|gagal|authorize/,
  ],
  ['money', /settle|capture|success|sukses|berhasil|paid|lunas|dibayar|selesai|complete/],
]

/** @returns undefined for a word that is not known */
export const readState = (cell: string): RowState | undefined =>
  states.find(([, words]) => words.test(cell.toLowerCase()))?.[0]

const methodWords: readonly (readonly [PaymentMethod, RegExp])[] = [
  ['other_qris', /qris/],
  ['gopay', /go-?pay/],
  ['shopeepay', /shopee/],
  ['bca_va', /\bbca/],
  ['bni_va', /\bbni/],
  ['bri_va', /\bbri(va)?\b|\bbri_/],
  ['echannel', /echannel|mandiri/],
  ['permata_va', /permata/],
  ['cimb_va', /cimb/],
  ['alfamart', /alfa/],
  ['indomaret', /indomaret/],
]

/** The label of the shop's own table, or what the cell says. */
export function readMethod(cell: string): string {
  const method = methodWords.find(([, words]) => words.test(cell.toLowerCase()))?.[0]
  return method ? paymentMethods[method].label : cell.slice(0, 60)
}
