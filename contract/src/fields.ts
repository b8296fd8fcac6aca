/** Building blocks of the request schemas, with Indonesian error messages. */
import * as z from 'zod/mini'
import { errorSentences } from './errors.ts'
import { formatNumber } from './formats.ts'
import { passwordLength } from './lengths.ts'
import { cleanFormat, cleanLine, cleanText, hasWords, isStorable, looksLikePhone, passwordForm } from './texts.ts'

// zod/mini has no messages of its own. A check without one gets the general sentence.
z.config({ customError: () => errorSentences.VALIDATION })

export * from './lengths.ts'

const storable = z.refine<string>(isStorable, { error: 'Teks berisi karakter yang tidak didukung.', abort: true })

type Clean = (text: string) => string
const long = (label: string, max: number) => `${label} paling panjang ${max} karakter.`

const required = (clean: Clean, label: string, max: number, missing = `${label} wajib diisi.`) =>
  z
    .string(missing)
    .check(
      storable,
      z.overwrite(clean),
      z.minLength(1, { error: missing, abort: true }),
      z.refine(hasWords, missing),
      z.maxLength(max, long(label, max)),
    )

const optional = (clean: Clean, label: string, max: number) =>
  z.string(`${label} harus berupa teks.`).check(storable, z.overwrite(clean), z.maxLength(max, long(label, max)))

/** A text of several lines, of up to max characters, with a letter or digit. */
export const requiredText = (label: string, max: number, missing?: string) => required(cleanText, label, max, missing)
/** A text of several lines, of up to max characters; empty means no value. */
export const optionalText = (label: string, max: number) => optional(cleanText, label, max)

/** The same in one line, such as a name. */
export const requiredLine = (label: string, max: number) => required(cleanLine, label, max)
export const optionalLine = (label: string, max: number) => optional(cleanLine, label, max)

/** The same for a text with a format, such as a code. */
export const requiredFormat = (label: string, max: number) => required(cleanFormat, label, max)
export const optionalFormat = (label: string, max: number) => optional(cleanFormat, label, max)

/** The text of a file, as it is: who reads it cleans its cells. */
export const fileText = (label: string, max: number) =>
  z
    .string(`${label} wajib diisi.`)
    .check(storable, z.minLength(1, `${label} wajib diisi.`), z.maxLength(max, long(label, max)))

/** An optional text; the field may also be missing or null. An empty text becomes null. */
export function textOrNothing(label: string, max: number, textOf = optionalText) {
  const orNull = z.transform((text: string) => text || null)
  return z.optional(z.nullable(z.pipe(textOf(label, max), orNull)))
}

/** An empty text becomes null. */
export function textOrNull(label: string, max: number, textOf = optionalText) {
  return z.nullable(
    z.pipe(
      textOf(label, max),
      z.transform((text: string) => text || null),
    ),
  )
}

/** A day of a calendar, as 2026-11-20. */
export const Day = (sentence: string) => z.iso.date(sentence).check(z.regex(/^2/, sentence))

export const Email = requiredFormat('Email', 100).check(z.email('Format email tidak valid.'))

/** An e-mail that is only compared. */
export const TypedEmail = z
  .string('Email wajib diisi.')
  .check(
    storable,
    z.overwrite(cleanFormat),
    z.minLength(1, 'Email wajib diisi.'),
    z.maxLength(1000, long('Email', 1000)),
  )

/** 8..15 digits, which may contain +, spaces, dashes, dots and brackets. */
export const Phone = requiredFormat('Nomor telepon', 40).check(
  z.refine(
    (text) => looksLikePhone(text) && /^\d{8,15}$/.test(text.replace(/\D/g, '')),
    'Nomor telepon harus 8 sampai 15 angka.',
  ),
)

/** A password that is set. */
export const Password = z.string('Kata sandi wajib diisi.').check(
  z.refine((typed) => !/[\p{Cc}\p{Surrogate}]/u.test(typed), {
    error: 'Kata sandi berisi karakter yang tidak didukung.',
    abort: true,
  }),
  z.overwrite(passwordForm),
  z.minLength(passwordLength.min, `Kata sandi minimal ${passwordLength.min} karakter.`),
  z.maxLength(passwordLength.max, `Kata sandi paling panjang ${passwordLength.max} karakter.`),
)

/** A password that is only compared, as it was typed: the rules for a new one may have become stricter. */
export const typedPassword = (missing: string) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(1000, 'Kata sandi terlalu panjang.'))

export const Quantity = z
  .number('Jumlah harus berupa angka.')
  .check(z.gte(1, 'Jumlah minimal 1.'), z.refine(Number.isInteger, 'Jumlah harus bilangan bulat.'))

/** A whole number sent as a form's text. */
export function numberText(label: string, min: number, max: number) {
  const range = `${label} harus antara ${formatNumber(min)} dan ${formatNumber(max)}.`
  return z.pipe(
    z.string(`${label} wajib diisi.`).check(
      storable,
      z.overwrite(cleanFormat),
      z.minLength(1, `${label} wajib diisi.`),
      z.regex(/^-?\d+$/, `${label} harus berupa angka bulat.`),
      z.refine((text) => Number(text) >= min && Number(text) <= max, range),
    ),
    z.transform(Number),
  )
}

/** The same, but optional; empty means no value. */
export function optionalNumberText(label: string, min: number, max: number) {
  return orBlank(numberText(label, min, max))
}

/** An optional field; an empty text means no value. */
export function orBlank<T extends z.core.$ZodType>(schema: T) {
  return z.optional(
    z.pipe(
      z.transform((text: unknown) => (typeof text === 'string' && text.trim() === '' ? undefined : text)),
      z.optional(schema),
    ),
  )
}

/** One of a fixed list of words. */
export function choice<const T extends readonly [string, ...string[]]>(values: T, sentence: string) {
  return z.enum(values, sentence)
}

/** A form in which an empty field is treated as missing. */
export function withoutBlanks<T extends z.core.$ZodType>(schema: T) {
  return z.pipe(
    z.transform((form: unknown) =>
      typeof form === 'object' && form !== null
        ? Object.fromEntries(
            Object.entries(form).filter(([, value]) => !(typeof value === 'string' && value.trim() === '')),
          )
        : form,
    ),
    schema,
  )
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A field of a form with a file, whose text is JSON. */
export const jsonText = <T extends z.core.$ZodType>(schema: T) =>
  z.pipe(z.pipe(z.string(), z.transform(parsedJson)), schema)
