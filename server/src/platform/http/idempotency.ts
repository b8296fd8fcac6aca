/** A request with an Idempotency-Key has its effect once, however often it is sent. */
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { days, earlier, later } from '../clock.ts'
import { violatedConstraint } from '../db/connections/db-failure.ts'
import type { Db, Tx } from '../db/db.ts'
import type { JsonValue } from '../db/db-types.ts'
import { ShopError, secondsUntil } from '../errors.ts'

/** The stored form: digests, so that the client does not decide the size of a row. */
export interface IdempotencyKey {
  route: string
  keyHash: Buffer
  /** The same key with another body is an error of the client. */
  bodyHash: Buffer
}

/** The user has as many keys of this route as the database keeps (its trigger). */
class TooManyKeys extends ShopError<'RATE_LIMITED'> {
  constructor(until: Date, now: Date) {
    super('RATE_LIMITED', { retryAfterSeconds: secondsUntil(until, now) })
  }
}

const maxKeyLength = 255
const keyLifetimeMs = days(1)

/**
 * The request's key, or null if it has none.
 * @param body  the content of the request, if that is not its JSON body
 */
export function idempotencyKeyOf(request: FastifyRequest, body: unknown = request.body): IdempotencyKey | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return null
  if (key.length > maxKeyLength) {
    throw new ShopError('VALIDATION', { sentence: `Idempotency-Key paling panjang ${maxKeyLength} karakter.` })
  }
  return {
    route: `${request.method} ${request.routeOptions.url}`,
    keyHash: hash('sha256', key, 'buffer'),
    bodyHash: hash('sha256', JSON.stringify(body), 'buffer'),
  }
}

interface Work<Result, Stored> {
  /** Stores the key (`keyWrite`, `storeKey`) in the statement or transaction of its effect. */
  first(): Promise<Result>
  /** Makes the answer to a later call from the value that was stored with the key. */
  again(stored: Stored): Promise<Result>
}

/**
 * Do something once per user and key within 24 hours. A later call gets the stored result of the first. A call while the
 * first is running waits for it, because the database refuses a key that exists. A refusal stores nothing.
 * @throws {ShopError} IDEMPOTENCY_MISMATCH: the key was used with another body
 * @throws {TooManyKeys}
 */
export async function idempotently<Result, Stored>(
  db: Db,
  userId: string,
  idempotency: IdempotencyKey | null,
  { first, again }: Work<Result, Stored>,
  now: Date,
): Promise<Result> {
  try {
    return await first()
  } catch (error) {
    // An earlier request with this key may have had the effect that is refused now.
    const refused = refusalOfKey(error)
    if (idempotency === null || !(refused || isRefusal(error))) throw error
    const stored = await storedWith(db, userId, idempotency)
    if (stored && stored.created_at >= earlier(now, keyLifetimeMs)) {
      if (!stored.body_hash.equals(idempotency.bodyHash)) throw new ShopError('IDEMPOTENCY_MISMATCH')
      return again(stored.result as Stored)
    }
    if (refused === 'too many') throw await tooManyKeys(db, userId, idempotency, now)
    if (refused !== 'taken') throw error
    await deleteOldKeys(db, now) // the key was from an earlier day
    return idempotently(db, userId, idempotency, { first, again }, now)
  }
}

/** A caller who may no longer ask gets no stored answer. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ShopError && error.code !== 'UNAUTHENTICATED' && error.code !== 'FORBIDDEN'

/** Whether a statement failed because of its key, and why. */
export function refusalOfKey(error: unknown): 'taken' | 'too many' | undefined {
  const constraint = violatedConstraint(error)
  if (constraint === 'idempotency_keys_pkey') return 'taken'
  return constraint === 'idempotency_keys_limit' ? 'too many' : undefined
}

const keysOf = (db: Db, userId: string, { route }: IdempotencyKey) =>
  db.selectFrom('idempotency_keys').where('user_id', '=', userId).where('route', '=', route)

const storedWith = (db: Db, userId: string, idempotency: IdempotencyKey) =>
  keysOf(db, userId, idempotency)
    .select(['body_hash', 'result', 'created_at'])
    .where('key_hash', '=', idempotency.keyHash)
    .executeTakeFirst()

async function tooManyKeys(db: Db, userId: string, idempotency: IdempotencyKey, now: Date): Promise<TooManyKeys> {
  const { oldest } = await keysOf(db, userId, idempotency)
    .where('created_at', '>=', earlier(now, keyLifetimeMs))
    .select(({ fn }) => fn.min('created_at').as('oldest'))
    .executeTakeFirstOrThrow()
  return new TooManyKeys(later(oldest ?? now, keyLifetimeMs), now)
}

/**
 * The write of a key, as a part of a statement. If the key exists, the database refuses the whole statement.
 * @param from  a row source of that statement: without rows no key is written
 */
export function keyWrite(
  userId: string,
  { route, keyHash, bodyHash }: IdempotencyKey,
  { result, from }: { result: RawBuilder<unknown>; from?: RawBuilder<unknown> },
  now: Date,
): RawBuilder<unknown> {
  return sql`
    insert into idempotency_keys (user_id, route, key_hash, body_hash, result, created_at)
    select ${userId}, ${route}, ${keyHash}::bytea, ${bodyHash}::bytea, ${result}, ${now}::timestamptz
    ${from ? sql`from ${from}` : sql``}`
}

/** The same as a statement of its own, in the transaction of the effect. */
export async function storeKey(
  tx: Tx,
  userId: string,
  idempotency: IdempotencyKey | null,
  result: JsonValue,
  now: Date,
): Promise<void> {
  if (idempotency)
    await keyWrite(userId, idempotency, { result: sql`${JSON.stringify(result)}::jsonb` }, now).execute(tx)
}

/** Delete keys that no longer have any effect. */
export async function deleteOldKeys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', earlier(now, keyLifetimeMs)).execute()
}
