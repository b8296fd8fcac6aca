import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { passwordForm } from '@camilan/contract/texts'
import { hash, verify } from '@node-rs/argon2'
import { fairSemaphore } from '../../platform/concurrency/fair-semaphore.ts'
import { ShopError } from '../../platform/errors.ts'
import type { Client } from '../users/limits.ts'

/** Argon2id (the default of the library) with 19 MiB, as OWASP's Password Storage Cheat Sheet recommends. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One hash uses a core for about 20 ms, so one at a time is some fifty logins a second. More at once would slow down all
// other requests. Logins have a queue of their own, so that nothing else delays them. In each queue the IP addresses take
// turns.
const verifications = fairSemaphore({ running: 1, waiting: 100 })
const hashes = fairSemaphore({ running: 1, waiting: 100 })

/** A program that repeats a refused request at once would keep the connections to the database busy. */
const longestRefusalDelayMs = 2_000

async function refuseLate<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ShopError) await wait(Math.random() * longestRefusalDelayMs) // not all at the same moment
    throw error
  }
}

const unpaddedBase64 = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/=+$/, '')

/** Takes as long to verify as a real hash, and no password matches it. */
export const unusableHash = (): string =>
  `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=${settings.parallelism}$${unpaddedBase64(16)}$${unpaddedBase64(32)}`

const dummyHash = unusableHash()

/**
 * Slow on purpose: never call it inside a transaction.
 * @param client  the clients that wait take turns; a command and the start of the server have only one
 * @throws {ShopError} UNAVAILABLE when too many are waiting
 */
export function hashPassword(password: string, client: Client = { ip: '' }): Promise<string> {
  return refuseLate(hashes.run(client.ip, () => hash(password, settings)))
}

/**
 * As slow as a hash, also without a stored hash, so that the response time does not reveal whether an account exists.
 * @returns 'older' for a hash of the password as a keyboard wrote it: it is to be replaced by one of its `passwordForm`
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  typed: string,
  { ip }: Client,
): Promise<'matches' | 'older' | 'wrong'> {
  const password = passwordForm(typed)
  const isHashed = (form: string) => verifications.run(ip, () => verify(passwordHash ?? dummyHash, form))
  if ((await refuseLate(isHashed(password))) && passwordHash) return 'matches'
  const others = [typed, typed.normalize('NFD')].filter((form) => form !== password)
  for (const form of new Set(others)) {
    if ((await refuseLate(isHashed(form))) && passwordHash) return 'older'
  }
  return 'wrong'
}
