import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../platform/jobs/limit-concurrency.ts'

/** Argon2id (the default of the library) with 19 MiB, as OWASP's Password Storage Cheat Sheet recommends. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash uses a core for about 20 ms: more than two at once would slow down all other requests.
const runHash = limitConcurrency({ running: 2, waiting: 100 })

const unpaddedBase64 = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/=+$/, '')

/** Takes as long to verify as a real hash, and no password matches it. */
const dummyHash = `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=${settings.parallelism}$${unpaddedBase64(16)}$${unpaddedBase64(32)}`

/** Slow on purpose: never call it inside a transaction. @throws {ShopError} UNAVAILABLE when too many are waiting */
export function hashPassword(password: string): Promise<string> {
  return runHash(() => hash(password, settings))
}

/** As slow as hashing, even without a hash, so that the response time does not reveal whether an account exists. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await runHash(() => verify(passwordHash ?? dummyHash, password))
  return matches && passwordHash !== undefined
}
