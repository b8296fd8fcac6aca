/** An entry of the table of settings, and the kinds of entries: the values that one may have and the control that changes it. */
import * as z from 'zod/mini'
import { optionalText, requiredLine, textOrNull } from '../fields.ts'
import { formatNumber } from '../formats.ts'
import { Rupiah } from '../wire.ts'

export interface Entry {
  /** Of its field, and in the history, where it begins with a small letter. */
  label: string
  /** In the history, if it is another word. */
  noun?: string
  hint?: string
  /** Everybody reads it by `GET /api/shop`. Administrators read all settings. */
  read?: 'everybody'
  /** The environment variable that decides it, if it is set. */
  variable?: string
  /** The value that applies, as it is read. */
  value: z.ZodMiniType
  /** The values that a change may have, with the sentences about others. */
  schema: z.ZodMiniType
  /** The values that are stored, if they are not those of a change. */
  stored?: z.ZodMiniType
  default: unknown
  control: Control
  /** Its parts are changed one by one: those that a change does not have stay as they are. */
  inParts?: true
  /** It is a list of some of these names, and the history has a switch for each. */
  listOf?: readonly string[]
}

/** Those of its HTML element. */
interface Attributes {
  type?: 'tel'
  inputMode?: 'numeric'
  autoComplete?: string
  autoCapitalize?: 'none'
  spellCheck?: false
  placeholder?: string
  maxLength?: number
  rows?: number
}

export type Control =
  /** `year`: a number that is not grouped. `prefix`: shown before the value. `isQuoted`: in the history. */
  | { kind: 'line' | 'text' | 'year'; attributes: Attributes; prefix?: string; isQuoted?: true }
  | { kind: 'number' | 'rupiah'; min: number; max: number }
  | Choice
  | { kind: 'switch' }
  /** A switch for each part. */
  | { kind: 'switches'; parts: Record<string, { label: string; hint?: string }> }
  | { kind: 'picture' }
  /** Drawn by a component of its own. */
  | { kind: 'own' }

/** The label of a common noun inside a sentence. */
export const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/** A stored value that is none of `values` is a choice, too. `none`: the choice of no value. */
export interface Choice {
  kind: 'choice'
  values: readonly (string | number)[]
  write: (value: string | number) => string
  none?: string
}

export function wholeNumber(noun: string, min: number, max: number) {
  const range = `${noun} harus antara ${formatNumber(min)} dan ${formatNumber(max)}.`
  return z
    .number(`${noun} harus berupa angka.`)
    .check(z.refine(Number.isInteger, `${noun} harus bilangan bulat.`), z.gte(min, range), z.lte(max, range))
}

interface Limits {
  min: number
  max: number
  default: number
}

/** @param noun  in the sentences about other values, as in the other kinds */
export const count = (noun: string, { min, max, default: usual }: Limits) => ({
  value: z.int(),
  schema: wholeNumber(noun, min, max),
  default: usual,
  control: { kind: 'number', min, max } as const,
})

export const rupiah = (noun: string, { min, max, default: usual }: Limits) => ({
  value: Rupiah,
  schema: wholeNumber(noun, min, max),
  default: usual,
  control: { kind: 'rupiah', min, max } as const,
})

export const toggle = {
  value: z.boolean(),
  schema: z.boolean(),
  default: false,
  control: { kind: 'switch' },
} as const

/** An unwritten text is null. */
export const text = (noun: string, max: number, { textOf = optionalText, ...attributes }: TextOptions = {}) => ({
  value: z.nullable(z.string()),
  schema: textOrNull(noun, max, textOf),
  default: null,
  control: { kind: 'text', attributes: { maxLength: max, ...attributes } } as const,
})

interface TextOptions extends Attributes {
  textOf?: typeof optionalText
}

export const name = (noun: string, max: number, usual: string, attributes: Attributes) => ({
  value: z.string(),
  schema: requiredLine(noun, max),
  default: usual,
  control: { kind: 'line', attributes: { maxLength: max, ...attributes }, isQuoted: true } as const,
})

export const choice = <const Value extends string>(
  labels: Record<Value, string>,
  sentence: string,
  usual: NoInfer<Value>,
) => {
  const values = Object.keys(labels) as Value[]
  return {
    value: z.enum(values),
    schema: z.enum(values, sentence),
    default: usual,
    control: { kind: 'choice', values, write: (value) => labels[value as Value] } satisfies Choice as Choice,
  }
}

/** All are on by default. */
export const switches = <const Part extends string>(parts: Record<Part, { label: string; hint?: string }>) => {
  const names = z.enum(Object.keys(parts) as Part[])
  return {
    value: z.record(names, z.boolean()),
    schema: z.partialRecord(names, z.boolean()),
    default: Object.fromEntries(Object.keys(parts).map((part) => [part, true])) as Record<Part, boolean>,
    control: { kind: 'switches', parts } as const,
    inParts: true,
  } as const
}

/** The id of an uploaded picture, as in products. It is uploaded separately: a change can only remove it. */
export const picture = (sentence = 'Unggah gambar melalui tombolnya.') => ({
  value: z.nullable(z.string()),
  schema: z.null(sentence),
  stored: z.nullable(z.string()),
  default: null,
  control: { kind: 'picture' } as const,
})
