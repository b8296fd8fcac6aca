import { beforeEach, expect, test } from 'vitest'
import { queriesWaiting } from '../../testing/locks.ts'
import { makeUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { days, later } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { transact } from '../db/transact.ts'
import { forgetOldKeys, type IdempotencyKey, idempotently } from './idempotency.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
let ani: string
let done: string[]

beforeEach(async () => {
  ani = (await makeUser(shop.db)).id
  done = []
})

const keyed = (wishes: Partial<IdempotencyKey> = {}): IdempotencyKey => ({
  route: 'POST /orders',
  key: 'kunci',
  bodyHash: Buffer.from('a'),
  ...wishes,
})

interface Wishes {
  userId?: string
  key?: IdempotencyKey | null
  now?: Date
  act?: (tx: Db) => Promise<string>
}

/** Do something once that answers with its number. */
const doOnce = ({ userId = ani, key = keyed(), now = noon, act }: Wishes = {}) =>
  transact(shop.db, (tx) =>
    idempotently(tx, userId, key, now, async () => {
      const result = act ? await act(tx) : `hasil ${done.length + 1}`
      done.push(result)
      return result
    }),
  )

test('the same key does it once and answers the same', async () => {
  expect([await doOnce(), await doOnce(), await doOnce()]).toEqual(['hasil 1', 'hasil 1', 'hasil 1'])
  expect(done).toHaveLength(1)
})

test('without a key it is done each time', async () => {
  expect([await doOnce({ key: null }), await doOnce({ key: null })]).toEqual(['hasil 1', 'hasil 2'])
})

test('a key belongs to its user and its route', async () => {
  const budi = (await makeUser(shop.db)).id
  await doOnce()
  await doOnce({ userId: budi })
  await doOnce({ key: keyed({ route: 'POST /carts' }) })
  await doOnce({ key: keyed({ key: 'lain' }) })
  expect(done).toHaveLength(4)
})

test('the same key with another body is a mistake', async () => {
  await doOnce()
  const other = doOnce({ key: keyed({ bodyHash: Buffer.from('b') }) })
  await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' })
  expect(done).toHaveLength(1)
})

test('a refusal is not kept: the same key may try again, with another body too', async () => {
  const refused = doOnce({ act: () => Promise.reject(new Error('refused')) })
  await expect(refused).rejects.toThrow('refused')
  expect(await doOnce({ key: keyed({ bodyHash: Buffer.from('b') }) })).toBe('hasil 1')
})

test('a second call waits for the first and answers as it did', async () => {
  const first = Promise.withResolvers<string>()
  const began = Promise.withResolvers<void>()
  const one = doOnce({
    act: () => {
      began.resolve()
      return first.promise
    },
  })
  await began.promise
  const two = doOnce()
  await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  first.resolve('yang pertama')
  expect(await Promise.all([one, two])).toEqual(['yang pertama', 'yang pertama'])
})

test('a second call that waited for a refused first one is done', async () => {
  const first = Promise.withResolvers<string>()
  const began = Promise.withResolvers<void>()
  const one = doOnce({
    act: () => {
      began.resolve()
      return first.promise
    },
  }).catch(() => 'refused')
  await began.promise
  const two = doOnce()
  await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  first.reject(new Error('refused'))
  expect(await Promise.all([one, two])).toEqual(['refused', 'hasil 1'])
})

test('a key is good for a day', async () => {
  await doOnce()
  expect(await doOnce({ now: later(noon, days(1)) })).toBe('hasil 1')
  expect(await doOnce({ now: later(noon, days(1) + 1) })).toBe('hasil 2')
  expect(await doOnce({ now: later(noon, days(2)) })).toBe('hasil 2')
})

test('keys older than a day are forgotten', async () => {
  await doOnce()
  await doOnce({ key: keyed({ key: 'baru' }), now: later(noon, 1) })
  await forgetOldKeys(shop.db, later(noon, days(1) + 1))
  const left = await shop.db.selectFrom('idempotency_keys').select('key').where('user_id', '=', ani).execute()
  expect(left).toEqual([{ key: 'baru' }])
})
