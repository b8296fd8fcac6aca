import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../platform/jobs/limit-concurrency.ts'

/** Argon2id (the library's default) with 19 MiB, OWASP's Password Storage Cheat Sheet. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash takes a core for some 20 ms: two at once leave room for everybody who only wants to look at snacks.
const inTurn = limitConcurrency({ running: 2, waiting: 100 })

const unpadded = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/=+$/, '')

/** Takes as long to verify as a real one, and no password fits it. */
const nobodysHash = `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=${settings.parallelism}$${unpadded(16)}$${unpadded(32)}`

/** Slow on purpose: never call it inside a transaction. UNAVAILABLE when too many wait already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, settings))
}

/** As slow as hashing, also when there is no hash: the answer's time tells nothing about who has an account. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await inTurn(() => verify(passwordHash ?? nobodysHash, password))
  return fits && passwordHash !== undefined
}
