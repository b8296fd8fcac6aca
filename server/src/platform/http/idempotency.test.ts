import { hash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { queriesWaiting } from '../../testing/locks.ts'
import { makeUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { days, hours, later } from '../clock.ts'
import { transact } from '../db/transact.ts'
import { deleteOldKeys, type IdempotencyKey, idempotently, storeKey } from './idempotency.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
let ani: string
let results: string[]

beforeEach(async () => {
  ani = (await makeUser(shop.db)).id
  results = []
})

const sha256 = (text: string) => hash('sha256', text, 'buffer')
const keyed = (overrides: Partial<IdempotencyKey> = {}): IdempotencyKey => ({
  route: 'POST /orders',
  keyHash: sha256('kunci'),
  bodyHash: sha256('isi'),
  ...overrides,
})

interface Options {
  userId?: string
  key?: IdempotencyKey | null
  now?: Date
  /** The transaction waits for this after it has stored its key. */
  hold?: () => Promise<void>
}

/** Run an idempotent effect that returns the number of its runs. */
function run({ userId = ani, key = keyed(), now = noon, hold = async () => {} }: Options = {}) {
  const first = async () => {
    const result = await transact(shop.db, async (tx) => {
      const next = `hasil ${results.length + 1}`
      await storeKey(tx, userId, key, next, now)
      await hold()
      return next
    })
    results.push(result)
    return result
  }
  return idempotently(shop.db, userId, key, { first, again: async (stored: string) => stored }, now)
}

/** A run whose transaction is open until `end` is settled. */
async function openRun() {
  const [stored, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = () => {
    stored.resolve()
    return end.promise
  }
  const result = run({ hold })
  await stored.promise
  return { result, end }
}

test('the work runs once with the same key, and each call returns its result', async () => {
  expect([await run(), await run(), await run()]).toEqual(['hasil 1', 'hasil 1', 'hasil 1'])
  expect(results).toHaveLength(1)
})

test('the work runs each time without a key', async () => {
  expect([await run({ key: null }), await run({ key: null })]).toEqual(['hasil 1', 'hasil 2'])
})

test('a key is separate for each user and each route', async () => {
  const budi = (await makeUser(shop.db)).id
  await run()
  await run({ userId: budi })
  await run({ key: keyed({ route: 'POST /carts' }) })
  await run({ key: keyed({ keyHash: sha256('lain') }) })
  expect(results).toHaveLength(4)
})

test('the same key with another body is an error', async () => {
  await run()
  const other = run({ key: keyed({ bodyHash: sha256('lain') }) })
  await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' })
  expect(results).toHaveLength(1)
})

test('an error is not stored: the same key can be used again, also with another body', async () => {
  const refused = run({ hold: () => Promise.reject(new Error('refused')) })
  await expect(refused).rejects.toThrow('refused')
  expect(await run({ key: keyed({ bodyHash: sha256('lain') }) })).toBe('hasil 1')
})

test('a second call waits for the first and returns its result', async () => {
  const one = await openRun()
  const two = run()
  await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  one.end.resolve()
  expect(await Promise.all([one.result, two])).toEqual(['hasil 1', 'hasil 1'])
  expect(results).toHaveLength(1)
})

test('a second call that waited for a failed first one runs', async () => {
  const one = await openRun()
  const failed = expect(one.result).rejects.toThrow('refused')
  const two = run()
  await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  one.end.reject(new Error('refused'))
  await failed
  expect(await two).toBe('hasil 1')
})

test('a key is valid for a day', async () => {
  await run()
  expect(await run({ now: later(noon, days(1)) })).toBe('hasil 1')
  expect(await run({ now: later(noon, days(1) + 1) })).toBe('hasil 2')
  expect(await run({ now: later(noon, days(2)) })).toBe('hasil 2')
})

test('keys older than a day are deleted', async () => {
  await run()
  await run({ key: keyed({ keyHash: sha256('baru') }), now: later(noon, 1) })
  await deleteOldKeys(shop.db, later(noon, days(1) + 1))
  const left = await shop.db.selectFrom('idempotency_keys').select('key_hash').where('user_id', '=', ani).execute()
  expect(left).toEqual([{ key_hash: sha256('baru') }])
})

test('five hundred valid keys of a user and a route are kept, and a further key is refused', async () => {
  await run()
  await shop.pool.query(
    `insert into idempotency_keys (user_id, route, key_hash, body_hash, result, created_at)
      select $1, 'POST /orders', sha256(i::text::bytea), '', '{}', $2 from generate_series(1, 498) as i`,
    [ani, later(noon, 1)],
  )
  const next = (i: number, overrides: Options = {}) => run({ key: keyed({ keyHash: sha256(`b${i}`) }), ...overrides })
  expect(await next(1)).toBe('hasil 2')
  const inAnHour = later(noon, hours(1))
  const refused = next(2, { now: inAnHour })
  await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 23 * 3600 })
  expect(await run()).toBe('hasil 1')
  expect(await run({ key: null })).toBe('hasil 3')
  expect(await run({ key: keyed({ route: 'POST /carts' }) })).toBe('hasil 4')
  expect(await next(2, { now: later(noon, days(1) + 1) })).toBe('hasil 5')
})
