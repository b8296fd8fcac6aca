/** Building blocks of the request schemas, with Indonesian error messages. */
import * as z from 'zod/mini'
import { errorSentences } from './errors.ts'
import { formatNumber } from './formats.ts'
import { passwordLength } from './lengths.ts'

// zod/mini has no messages of its own. A check without one gets the general sentence.
z.config({ customError: () => errorSentences.VALIDATION })

export * from './lengths.ts'

/** PostgreSQL stores no NUL character in a text, and no half of a surrogate pair in JSON. */
const unstorable = /[\0\p{Surrogate}]/u
const storable = z.refine<string>((text) => !unstorable.test(text), 'Teks berisi karakter yang tidak didukung.')

/** Line ends become LF: forms of browsers send CRLF. */
const unifyLineEnds = z.overwrite<string>((text) => text.replaceAll(/\r\n?/g, '\n'))

/** A trimmed text of 1..max characters. */
export function requiredText(label: string, max: number, missing = `${label} wajib diisi.`) {
  return z
    .string(missing)
    .check(
      unifyLineEnds,
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, `${label} paling panjang ${max} karakter.`),
      storable,
    )
}

/** A trimmed text of up to max characters; empty means no value. */
export function optionalText(label: string, max: number) {
  return z
    .string(`${label} harus berupa teks.`)
    .check(unifyLineEnds, z.trim(), z.maxLength(max, `${label} paling panjang ${max} karakter.`), storable)
}

/** The same, but the field may also be missing or null; an empty text becomes null. */
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

/** Breaks become a space. Invisible characters are removed, such as those that turn the direction of writing. */
const oneLine = z.overwrite<string>((text) =>
  text
    .replaceAll(/[\t-\r\x85\u2028\u2029]+/g, ' ')
    .replaceAll(/(\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?\u200d)|[\p{Cc}\p{Cf}]/gu, '$1'),
)

/** A trimmed text of 1..max characters in one line, such as a name. */
export function requiredLine(label: string, max: number) {
  const missing = `${label} wajib diisi.`
  return requiredText(label, max, missing).check(oneLine, z.trim(), z.minLength(1, missing))
}

/** A trimmed text of up to max characters in one line; empty means no value. */
export function optionalLine(label: string, max: number) {
  return optionalText(label, max).check(oneLine, z.trim())
}

/** A day of a calendar, as 2026-11-20. */
export const Day = (sentence: string) => z.iso.date(sentence).check(z.regex(/^2/, sentence))

export const Email = requiredLine('Email', 100).check(z.email('Format email tidak valid.'))

/** 8..15 digits, which may contain +, spaces, dashes, dots and brackets. */
export const Phone = requiredLine('Nomor telepon', 40).check(
  z.refine(
    (text) => /^[+\d\s().-]+$/.test(text) && /^\d{8,15}$/.test(text.replace(/\D/g, '')),
    'Nomor telepon harus 8 sampai 15 angka.',
  ),
)

export const Password = z
  .string('Kata sandi wajib diisi.')
  .check(
    z.minLength(passwordLength.min, `Kata sandi minimal ${passwordLength.min} karakter.`),
    z.maxLength(passwordLength.max, `Kata sandi paling panjang ${passwordLength.max} karakter.`),
  )

export const Quantity = z
  .number('Jumlah harus berupa angka.')
  .check(z.gte(1, 'Jumlah minimal 1.'), z.refine(Number.isInteger, 'Jumlah harus bilangan bulat.'))

/** A whole number sent as a form's text. */
export function numberText(label: string, min: number, max: number) {
  const range = `${label} harus antara ${formatNumber(min)} dan ${formatNumber(max)}.`
  return z.pipe(
    z.string(`${label} wajib diisi.`).check(
      z.trim(),
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
