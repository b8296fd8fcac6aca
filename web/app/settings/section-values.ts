/** The settings of a section in its form: numbers as text, and an unset value as an empty text. */
import type { FieldValues } from 'react-hook-form'
import { get } from 'react-hook-form'
import { formatTyped, readNumber } from '~/platform/forms/typed-number'

/** A value of a setting in a form. */
export function written(value: unknown): unknown {
  if (value === null) return ''
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, written(part)]))
}

/** Fractions come only from the environment. */
export function numberText(value: number): string {
  return Number.isInteger(value) ? formatTyped(value) : value.toLocaleString('id-ID')
}

/** Null for an empty field. A text that is no number stays as it is, so that the schema refuses it. */
export function numberIn(text: unknown): unknown {
  const read = readNumber(String(text))
  if (read.kind === 'empty') return null
  return read.kind === 'number' ? read.value : text
}

/** Minutes as `24 jam`, `1 jam 30 menit`. */
export function durationText(minutes: number): string {
  if (minutes < 60 || !Number.isInteger(minutes)) return `${numberText(minutes)} menit`
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  if (days === 1 && hours === 0 && rest === 0) return '24 jam'
  const parts = [days > 0 && `${days} hari`, hours > 0 && `${hours} jam`, rest > 0 && `${rest} menit`]
  return parts.filter(Boolean).join(' ')
}

const duration = /^(?=\S)(?:(\d+) ?hari)? ?(?:(\d+) ?jam)? ?(?:(\d+) ?menit)?$/i

/** The minutes of such a text. A number alone is one of minutes; any other text stays as it is, so that the schema refuses it. */
export function minutesIn(text: unknown): unknown {
  const [, days = 0, hours = 0, minutes = 0] = duration.exec(String(text).trim()) ?? []
  const sum = Number(days) * 1440 + Number(hours) * 60 + Number(minutes)
  return sum > 0 ? sum : numberIn(text)
}

/** The paths of all controls: `shipping_cost`, `cities.Jakarta.cost`. */
export function pathsOf(values: FieldValues, prefix = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? pathsOf(value, `${prefix}${name}.`) : [prefix + name],
  )
}

/** The paths at which two forms of the same section differ, with the values of the first. */
export function differing(values: FieldValues, other: FieldValues): Record<string, string | boolean> {
  const paths = pathsOf(values).filter((path) => get(values, path) !== get(other, path))
  return Object.fromEntries(paths.map((path) => [path, get(values, path)]))
}

/** The settings, and the parts of them, that differ from the shop's. */
export function changesOf(
  wanted: Record<string, unknown>,
  current: Record<string, unknown>,
  inParts: readonly string[],
): Record<string, unknown> {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const changes = Object.entries(wanted).flatMap(([name, value]): [string, unknown][] => {
    if (isSame(value, current[name])) return []
    if (!inParts.includes(name)) return [[name, value]]
    const [parts, before] = [value as object, current[name] as Record<string, unknown>]
    return [[name, Object.fromEntries(Object.entries(parts).filter(([part, now]) => !isSame(now, before[part])))]]
  })
  return Object.fromEntries(changes)
}
