/** A request with an Idempotency-Key has its effect once, however often it is sent. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { days, earlier } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import type { JsonValue } from '../db/db-types.ts'
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
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
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
  const stored = { body_hash: bodyHash, result: JSON.stringify(result), created_at: now }
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, route, key, ...stored })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet(stored)
        .where('idempotency_keys.created_at', '<', earlier(now, keyLifetimeMs)),
    )
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined
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

const keyRow = (tx: Tx, userId: string, { route, key }: IdempotencyKey) =>
  tx.updateTable('idempotency_keys').where('user_id', '=', userId).where('route', '=', route).where('key', '=', key)

/** Delete keys that no longer have any effect. */
export async function deleteOldKeys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', earlier(now, keyLifetimeMs)).execute()
}
