/** Requests that carry an Idempotency-Key happen once, however often they are sent. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { days, earlier } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { JsonValue } from '../db/db-types.ts'
import { ShopError } from '../errors.ts'

export interface IdempotencyKey {
  route: string
  key: string
  /** A digest of the body: the same key with another body is a mistake of the caller. */
  bodyHash: Buffer
}

const longestKey = 255
const keptFor = days(1)

/**
 * The request's key, or null where it carries none.
 * @param body  what was asked for, where that is not the request's JSON
 */
export function idempotencyKeyOf(request: FastifyRequest, body: unknown = request.body): IdempotencyKey | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return null
  if (key.length > longestKey) {
    throw new ShopError('VALIDATION', { sentence: `Idempotency-Key paling panjang ${longestKey} karakter.` })
  }
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
  return { route: `${request.method} ${request.routeOptions.url}`, key, bodyHash }
}

/**
 * Do `act` unless this user did it with this key in the last 24 hours; then answer what it answered.
 * A second call while the first runs waits for it. What `act` refuses is not kept.
 * @param tx  the transaction in which `act` writes: the key is kept if and only if that is
 * @throws {ShopError} IDEMPOTENCY_MISMATCH: the key was used with another body
 */
export async function idempotently<Result extends JsonValue>(
  tx: Db,
  userId: string,
  idempotency: IdempotencyKey | null,
  now: Date,
  act: () => Promise<Result>,
): Promise<Result> {
  if (idempotency === null) return act()
  const { route, key, bodyHash } = idempotency
  const mine = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, route, key, body_hash: bodyHash, result: 'null', created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet({ body_hash: bodyHash, created_at: now })
        .where('idempotency_keys.created_at', '<', earlier(now, keptFor)),
    )
    .returning('key')
    .executeTakeFirst()

  const stored = tx
    .updateTable('idempotency_keys')
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
  if (mine) {
    const result = await act()
    await stored.set({ result: JSON.stringify(result) }).execute()
    return result
  }
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'result'])
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!first.body_hash.equals(bodyHash)) throw new ShopError('IDEMPOTENCY_MISMATCH')
  return first.result as Result
}

export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', earlier(now, keptFor)).execute()
}
