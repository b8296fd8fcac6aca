/** The settings of a section in its form: numbers as text, and an unset value as an empty text. */
import { formatNumber } from '@camilan/contract/formats'
import { type SettingName, settingsTable } from '@camilan/contract/settings'
import type { Choice, Control } from '@camilan/contract/settings/kinds'
import { cleanFormat } from '@camilan/contract/texts'
import type { FieldValues } from 'react-hook-form'
import { get } from 'react-hook-form'
import { readNumber } from '~/platform/forms/typed-number'

/** The value of a setting in its field. */
export function typedOf(control: Control, value: unknown): unknown {
  if ('attributes' in control) return value === null ? '' : `${control.prefix ?? ''}${value}`
  return control.kind === 'choice' ? String(value ?? '') : written(value)
}

/** The value that is meant by a field. What the field can't hold stays as it is, so that the schema refuses it. */
export function settingIn(control: Control, typed: unknown): unknown {
  if (typeof typed !== 'string') return typed
  switch (control.kind) {
    case 'line':
    case 'text':
      return withoutPrefix(typed.trim(), control.prefix) || null
    case 'year':
      return yearIn(typed)
    case 'choice':
      return typed === '' ? null : typeof control.values[0] === 'number' ? Number(typed) : typed
    default:
      return numberIn(typed)
  }
}

const withoutPrefix = (text: string, prefix = '') => (text.startsWith(prefix) ? text.slice(prefix.length) : text)

function yearIn(text: string): unknown {
  const year = cleanFormat(text)
  if (year === '') return null
  return /^\d+$/.test(year) ? Number(year) : year
}

/** The choices by their texts in the form. Numbers are in their order. */
export function choicesOf({ values, write, none }: Choice, stored: unknown): Map<string, string> {
  const known = [...values, ...(stored === null ? [] : [stored as string | number])]
  const inOrder = known.sort((a, b) => Number(a) - Number(b)).map((one): [string, string] => [String(one), write(one)])
  return new Map(none === undefined ? inOrder : [['', none], ...inOrder])
}

/** A value of a setting in a form. */
export function written(value: unknown): unknown {
  if (value === null) return ''
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, written(part)]))
}

/** Null for an empty field. A text that is no number stays as it is, so that the schema refuses it. */
export function numberIn(text: unknown): unknown {
  const read = readNumber(String(text))
  if (read.kind === 'empty') return null
  return read.kind === 'number' ? read.value : text
}

/** The paths of all controls: `shipping_cost`, `cities.Jakarta.cost`. */
export function pathsOf(values: FieldValues, prefix = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? pathsOf(value, `${prefix}${name}.`) : [prefix + name],
  )
}

/** The paths at which two forms of the same section differ, with the values of the first. */
export function changedFields(values: FieldValues, other: FieldValues): Record<string, string | boolean> {
  const paths = pathsOf(values).filter((path) => get(values, path) !== get(other, path))
  return Object.fromEntries(paths.map((path) => [path, get(values, path)]))
}

/** The settings, and the parts of them, that differ from the shop's. */
export function changesOf(wanted: Record<string, unknown>, current: Record<string, unknown>): Record<string, unknown> {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const changes = Object.entries(wanted).flatMap(([name, value]): [string, unknown][] => {
    if (isSame(value, current[name])) return []
    if (!settingsTable[name as SettingName].inParts) return [[name, value]]
    const [parts, before] = [value as object, current[name] as Record<string, unknown>]
    return [[name, Object.fromEntries(Object.entries(parts).filter(([part, now]) => !isSame(now, before[part])))]]
  })
  return Object.fromEntries(changes)
}
