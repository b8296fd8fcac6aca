/** A request with an Idempotency-Key has its effect once, however often it is sent. */
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { days, earlier } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { isSerializationFailure, isUniqueViolation } from '../db/db-failure.ts'
import type { JsonValue } from '../db/db-types.ts'
import { fixedStatement } from '../db/fixed-statement.ts'
import { transact } from '../db/transact.ts'
import { ShopError } from '../errors.ts'

export interface IdempotencyKey {
  route: string
  key: string
  /** A digest of the body: the same key with another body is an error of the client. */
  bodyHash: Buffer
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
  const bodyHash = hash('sha256', JSON.stringify(body), 'buffer')
  return { route: `${request.method} ${request.routeOptions.url}`, key, bodyHash }
}

/**
 * Run `work` once per user and key within 24 hours. A later call returns the stored result of the first one; a call
 * while the first is running waits for it. An error of `work` is not stored. Without a key, `work` always runs.
 * @param tx  the transaction in which `work` writes: key and result are committed or rolled back with it
 * @throws {ShopError} IDEMPOTENCY_MISMATCH: the key was used with another body
 */
export async function idempotently<Result extends JsonValue>(
  tx: Tx,
  userId: string,
  idempotency: IdempotencyKey | null,
  now: Date,
  work: () => Promise<Result>,
): Promise<Result> {
  if (idempotency === null) return work()
  const first = await claimKey<Result>(tx, userId, idempotency, null, now)
  if (first) return first.result
  const result = await work()
  await keyRow(tx, userId, idempotency)
    .set({ result: JSON.stringify(result) })
    .execute()
  return result
}

/**
 * The same for work whose result is known before it runs: one statement less.
 * @returns `result` after running `work`, or the stored result of the first call
 */
export async function idempotentlyWith<Result extends JsonValue>(
  tx: Tx,
  userId: string,
  { idempotency, result }: { idempotency: IdempotencyKey | null; result: Result },
  now: Date,
  work: () => Promise<void>,
): Promise<Result> {
  const first = idempotency && (await claimKey<Result>(tx, userId, idempotency, result, now))
  if (first) return first.result
  await work()
  return result
}

/** @returns undefined when the key is new or old enough to be used again: it is stored with `result` */
async function claimKey<Result extends JsonValue>(
  tx: Tx,
  userId: string,
  { route, key, bodyHash }: IdempotencyKey,
  result: Result | null,
  now: Date,
): Promise<{ result: Result } | undefined> {
  const claimed = await insertKey(tx, {
    ...{ userId, route, key, bodyHash, result: JSON.stringify(result) },
    ...{ now, oldestValid: earlier(now, keyLifetimeMs) },
  })
  if (claimed.length > 0) return undefined
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'result'])
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!first.body_hash.equals(bodyHash)) throw new ShopError('IDEMPOTENCY_MISMATCH')
  return { result: first.result as Result }
}

interface InsertedKey extends IdempotencyKey {
  userId: string
  result: string
  now: Date
  oldestValid: Date
}

/** @returns a row if there was no key, or one that is too old */
const insertKey = fixedStatement((tx: Tx, { userId, route, key, bodyHash, result, now, oldestValid }: InsertedKey) => {
  const stored = { body_hash: bodyHash, result, created_at: now }
  return tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, route, key, ...stored })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet(stored)
        .where('idempotency_keys.created_at', '<', oldestValid),
    )
    .returning('key')
})

const keyRow = (tx: Tx, userId: string, { route, key }: IdempotencyKey) =>
  tx.updateTable('idempotency_keys').where('user_id', '=', userId).where('route', '=', route).where('key', '=', key)

/**
 * The same for work that is one statement, which stores the key with `keyWrite`: then that is the only statement, unless
 * the key was used before or the work is refused.
 * @param work  stores its key where it gets one
 */
export async function idempotentStatement<Result extends JsonValue>(
  db: Db,
  userId: string,
  idempotency: IdempotencyKey | null,
  now: Date,
  work: (db: Db, idempotency: IdempotencyKey | null) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(db, idempotency)
  } catch (error) {
    // What is refused now may have been done by an earlier request with the key.
    const mayBeRepeated = idempotency !== null && (isUniqueViolation(error) || error instanceof ShopError)
    if (!mayBeRepeated && !isSerializationFailure(error)) throw error
    return transact(db, (tx) => idempotently(tx, userId, idempotency, now, () => work(tx, null)))
  }
}

/**
 * The write of a new key, as a part of a statement. If the key exists, the database refuses the whole statement with a
 * unique violation.
 * @param from  a row source of that statement: without rows no key is written
 */
export function keyWrite(
  userId: string,
  { route, key, bodyHash }: IdempotencyKey,
  { result, from }: { result: RawBuilder<unknown>; from: RawBuilder<unknown> },
  now: Date,
): RawBuilder<unknown> {
  return sql`
    insert into idempotency_keys (user_id, route, key, body_hash, result, created_at)
    select ${userId}, ${route}, ${key}, ${bodyHash}::bytea, ${result}, ${now}::timestamptz from ${from}`
}

/** Delete keys that no longer have any effect. */
export async function deleteOldKeys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', earlier(now, keyLifetimeMs)).execute()
}
