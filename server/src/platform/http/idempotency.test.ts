import { beforeEach, expect, test } from 'vitest'
import { queriesWaiting } from '../../testing/locks.ts'
import { makeUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { days, later } from '../clock.ts'
import type { Tx } from '../db/db.ts'
import { transact } from '../db/transact.ts'
import { deleteOldKeys, type IdempotencyKey, idempotently } from './idempotency.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
let ani: string
let results: string[]

beforeEach(async () => {
  ani = (await makeUser(shop.db)).id
  results = []
})

const keyed = (overrides: Partial<IdempotencyKey> = {}): IdempotencyKey => ({
  route: 'POST /orders',
  key: 'kunci',
  bodyHash: Buffer.from('a'),
  ...overrides,
})

interface Options {
  userId?: string
  key?: IdempotencyKey | null
  now?: Date
  work?: (tx: Tx) => Promise<string>
}

/** Run something idempotently that returns how often it has run. */
const run = ({ userId = ani, key = keyed(), now = noon, work }: Options = {}) =>
  transact(shop.db, (tx) =>
    idempotently(tx, userId, key, now, async () => {
      const result = work ? await work(tx) : `hasil ${results.length + 1}`
      results.push(result)
      return result
    }),
  )

test('with the same key the work runs once, and each call returns its result', async () => {
  expect([await run(), await run(), await run()]).toEqual(['hasil 1', 'hasil 1', 'hasil 1'])
  expect(results).toHaveLength(1)
})

test('without a key the work runs each time', async () => {
  expect([await run({ key: null }), await run({ key: null })]).toEqual(['hasil 1', 'hasil 2'])
})

test('a key is separate for each user and each route', async () => {
  const budi = (await makeUser(shop.db)).id
  await run()
  await run({ userId: budi })
  await run({ key: keyed({ route: 'POST /carts' }) })
  await run({ key: keyed({ key: 'lain' }) })
  expect(results).toHaveLength(4)
})

test('the same key with another body is an error', async () => {
  await run()
  const other = run({ key: keyed({ bodyHash: Buffer.from('b') }) })
  await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' })
  expect(results).toHaveLength(1)
})

test('an error is not stored: the same key can be used again, also with another body', async () => {
  const refused = run({ work: () => Promise.reject(new Error('refused')) })
  await expect(refused).rejects.toThrow('refused')
  expect(await run({ key: keyed({ bodyHash: Buffer.from('b') }) })).toBe('hasil 1')
})

test('a second call waits for the first and returns its result', async () => {
  const first = Promise.withResolvers<string>()
  const started = Promise.withResolvers<void>()
  const one = run({
    work: () => {
      started.resolve()
      return first.promise
    },
  })
  await started.promise
  const two = run()
  await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  first.resolve('yang pertama')
  expect(await Promise.all([one, two])).toEqual(['yang pertama', 'yang pertama'])
})

test('a second call that waited for a failed first one runs', async () => {
  const first = Promise.withResolvers<string>()
  const started = Promise.withResolvers<void>()
  const one = run({
    work: () => {
      started.resolve()
      return first.promise
    },
  }).catch(() => 'refused')
  await started.promise
  const two = run()
  await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  first.reject(new Error('refused'))
  expect(await Promise.all([one, two])).toEqual(['refused', 'hasil 1'])
})

test('a key is valid for a day', async () => {
  await run()
  expect(await run({ now: later(noon, days(1)) })).toBe('hasil 1')
  expect(await run({ now: later(noon, days(1) + 1) })).toBe('hasil 2')
  expect(await run({ now: later(noon, days(2)) })).toBe('hasil 2')
})

test('keys older than a day are deleted', async () => {
  await run()
  await run({ key: keyed({ key: 'baru' }), now: later(noon, 1) })
  await deleteOldKeys(shop.db, later(noon, days(1) + 1))
  const left = await shop.db.selectFrom('idempotency_keys').select('key').where('user_id', '=', ani).execute()
  expect(left).toEqual([{ key: 'baru' }])
})
