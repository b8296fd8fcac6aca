import { isIP } from 'node:net'
import { Email } from '@camilan/contract/fields'
import * as z from 'zod/mini'

/** Readers of single variables. Each notes in `problems` what is wrong with its variable and goes on. Blank is unset. */
export function environmentReaders(environment: Record<string, string | undefined>, problems: string[]) {
  const text = (name: string) => environment[name]?.trim() || undefined

  function number(name: string, fallback: number, { min = 0, max = 1e9 } = {}): number {
    const given = text(name)
    if (given === undefined) return fallback
    const value = Number(given)
    if (Number.isFinite(value) && value >= min && value <= max) return value
    problems.push(`${name} must be a number from ${min} to ${max}, not "${given}"`)
    return fallback
  }

  function whole(name: string, fallback: number, range: { min?: number; max?: number } = {}): number {
    const value = number(name, fallback, range)
    if (Number.isInteger(value)) return value
    problems.push(`${name} must be a whole number, not ${value}`)
    return fallback
  }

  function flag(name: string, fallback: boolean): boolean {
    const given = text(name)?.toLowerCase()
    if (given === undefined) return fallback
    if (['true', '1', 'on', 'yes'].includes(given)) return true
    if (['false', '0', 'off', 'no'].includes(given)) return false
    problems.push(`${name} must be true or false (1/0, on/off, yes/no), not "${given}"`)
    return fallback
  }

  function email(name: string): string | undefined {
    const given = text(name)
    if (given === undefined || z.safeParse(Email, given).success) return given
    problems.push(`${name} must be an e-mail address, not "${given}"`)
    return undefined
  }

  function origin(name: string): string | undefined {
    const given = text(name)
    return given === undefined ? undefined : readOrigin(name, given)
  }

  function readOrigin(name: string, given: string): string | undefined {
    const url = URL.parse(given)
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash) return url.origin
    problems.push(`${name} must be an address like https://example.com without a path, not "${given}"`)
    return undefined
  }

  const list = (name: string) =>
    (text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')

  const origins = (name: string) => list(name).flatMap((part) => readOrigin(name, part) ?? [])

  function words(name: string, known: readonly string[]): string[] {
    const unknown = list(name).filter((word) => !known.includes(word))
    if (unknown.length > 0) problems.push(`${name} knows only ${known.join(', ')}, not "${unknown.join(', ')}"`)
    return list(name)
  }

  function proxies(name: string): string[] {
    const wrong = list(name).filter((proxy) => !isProxy(proxy))
    if (wrong.length > 0) {
      problems.push(`${name} must list addresses, networks like 10.0.0.0/8 or loopback, not "${wrong.join(', ')}"`)
    }
    return list(name)
  }

  return { text, number, whole, flag, email, origin, origins, words, proxies }
}

/** What Fastify takes for a proxy. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
