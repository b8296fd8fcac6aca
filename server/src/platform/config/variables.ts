/** Schemas that turn the text of an environment variable into a value. The text is trimmed and not empty. */
import { isIP } from 'node:net'
import { Email } from '@camilan/contract/fields'
import * as z from 'zod/mini'

/** In Markdown, for docs/configuration.md. */
interface Description {
  meaning: string
  accepts: string
  default: string
}

const descriptions = z.registry<Description>()
const accepted = z.registry<{ accepts: string }>()

type Reader<Value> = z.ZodMiniType<Value, string>

/** A variable with a default, given as the text that an operator would write. */
export function withDefault<Value>(schema: Reader<Value>, meaning: string, text: string) {
  return z
    .prefault(schema, text)
    .register(descriptions, { meaning, accepts: acceptedBy(schema), default: `\`${text}\`` })
}

/** A variable that may stay unset. `whenUnset` describes the effect. */
export function optional<Value>(schema: Reader<Value>, meaning: string, whenUnset = 'unset') {
  return z.optional(schema).register(descriptions, { meaning, accepts: acceptedBy(schema), default: whenUnset })
}

export function describe(variable: z.ZodMiniType): Description {
  const description = descriptions.get(variable)
  if (!description) throw new Error('a variable has no description')
  return description
}

const acceptedBy = (schema: z.ZodMiniType) => accepted.get(schema)?.accepts ?? ''

interface ReaderOptions {
  /** The error message does not repeat the value. */
  secret?: boolean
  unit?: string | undefined
  /** In docs/configuration.md, if it is shorter than the message about another value. */
  accepts?: string
}

/** @param read returns undefined when the text is not valid */
function reader<Value>(
  expected: string,
  read: (text: string) => Value | undefined,
  { secret, unit, accepts = expected }: ReaderOptions = {},
) {
  const schema = z.pipe(
    z.string(),
    z.transform((text, context): Value => {
      const value = read(text)
      if (value !== undefined) return value
      const message = secret ? `must be ${expected}` : `must be ${expected}, not "${text}"`
      context.issues.push({ code: 'custom', input: text, message })
      return z.NEVER
    }),
  )
  accepted.add(schema, { accepts: unit === undefined ? accepts : `${accepts}, in ${unit}` })
  return schema satisfies Reader<Value>
}

export const text = z.string()

interface Range {
  min?: number
  max?: number
  unit?: string
}

export function number({ min = 0, max = 1e9, unit }: Range = {}) {
  const accepts = `${min} to ${max}`
  return reader(`a number from ${accepts}`, (given) => inRange(Number(given), min, max), { unit, accepts })
}

export function wholeNumber({ min = 0, max = 1e9, unit }: Range = {}) {
  const read = (given: string) => (Number.isInteger(Number(given)) ? inRange(Number(given), min, max) : undefined)
  const accepts = `${min} to ${max}`
  return reader(`a whole number from ${accepts}`, read, { unit, accepts })
}

const inRange = (value: number, min: number, max: number) => (value >= min && value <= max ? value : undefined)

function readFlag(given: string): boolean | undefined {
  if (['true', '1', 'on', 'yes'].includes(given.toLowerCase())) return true
  if (['false', '0', 'off', 'no'].includes(given.toLowerCase())) return false
  return undefined
}

export const flag = reader('true or false (1/0, on/off, yes/no)', readFlag, { accepts: 'on or off' })

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return reader(words.join(' or '), (given) => words.find((word) => word === given))
}

export function secret({ min, max }: { min: number; max: number }) {
  return reader(
    `${min} to ${max} characters long`,
    (given) => (given.length >= min && given.length <= max ? given : undefined),
    { secret: true },
  )
}

export const email = reader('an e-mail address', (given) => (z.safeParse(Email, given).success ? given : undefined))

export interface Sender {
  /** Undefined: only an e-mail address was given. */
  name: string | undefined
  email: string
}

/** `toko@example.com`, `<toko@example.com>` or `Camilan <toko@example.com>`. */
export const sender = reader('an e-mail address, or a name and one: Camilan <toko@example.com>', readSender)

function readSender(given: string): Sender | undefined {
  const parts = /^(?<name>[^<>]*)<(?<email>[^<>]+)>$/.exec(given)?.groups
  const parsed = z.safeParse(Email, parts?.email ?? given)
  const name = parts?.name?.trim().replace(/^"(.*)"$/, '$1') || undefined
  return parsed.success ? { name, email: parsed.data } : undefined
}

/** A URL that may hold a password, so messages never repeat it. */
export function connectionUrl(schemes: string[], { needsHost = false } = {}) {
  const beginnings = schemes.map((scheme) => `${scheme}://`)
  const accepts = `a URL that begins with ${beginnings.join(' or ')}${needsHost ? ' and names a host' : ''}`
  return reader(
    `${accepts} (in a password @ is %40, / is %2F and % is %25)`,
    (given) => {
      if (!beginnings.some((beginning) => given.startsWith(beginning))) return undefined
      const url = URL.parse(given.replace('@/', '@localhost/')) // pg takes a user without a host, the standard does not
      if (!url || [url.username, url.password].some((part) => !isEncoded(part))) return undefined
      return needsHost && !url.hostname ? undefined : given
    },
    { secret: true, accepts },
  )
}

function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

export const origin = reader('a URL like https://example.com without a path', readOrigin)

export const origins = listOf('URLs like https://example.com without a path', readOrigin)

function readOrigin(given: string): string | undefined {
  const url = URL.parse(given)
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  return isOrigin ? url.origin : undefined
}

/** Their queries may be secret, so messages don't repeat them. */
export const webAddresses = listOf('URLs like https://example.com/path without a password', readWebAddress, {
  secret: true,
})

function readWebAddress(given: string): string | undefined {
  const url = URL.parse(given)
  const isAddress = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
  return isAddress ? url.href : undefined
}

/** The name of a region or a bucket, which is a part of URLs. */
export const s3Name = reader('letters, digits, dots and hyphens', (given) =>
  /^[A-Za-z0-9][A-Za-z0-9.-]{0,62}$/.test(given) ? given : undefined,
)

/** A folder of objects; it gets one slash at the end. */
export const s3Prefix = reader(
  'names of letters, digits, dots, hyphens and underscores, separated by slashes',
  (given) => {
    const parts = given.replace(/\/$/, '').split('/')
    const isValid = parts.every((part) => /^[A-Za-z0-9._-]+$/.test(part) && !/^\.+$/.test(part))
    return isValid ? `${parts.join('/')}/` : undefined
  },
)

export function listOfWords<const Word extends string>(words: readonly Word[]) {
  return listOf(`${words.join(', ')}`, (given) => words.find((word) => word === given))
}

/** Proxies, in the form of Fastify's `trustProxy`. */
export const proxies = listOf('IP addresses, networks like 10.0.0.0/8, or loopback', (given) =>
  isProxy(given) ? given : undefined,
)

function isProxy(given: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(given)) return true
  const [ip = '', bits, ...more] = given.split('/')
  const version = isIP(ip)
  if (version === 0 || more.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

/** Items separated by commas; empty items are ignored. */
function listOf<Item>(expected: string, read: (item: string) => Item | undefined, options?: ReaderOptions) {
  const readAll = (given: string) => {
    const items = given
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map(read)
    return items.every((item) => item !== undefined) ? (items as Item[]) : undefined
  }
  return reader(`a list, separated by commas, of ${expected}`, readAll, { ...options, accepts: `list of ${expected}` })
}
