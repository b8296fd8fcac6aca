import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Tx } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { queriesWaiting } from '../testing/locks.ts'
import { makeProduct } from '../testing/make-product.ts'
import { useTestDb } from '../testing/test-db.ts'
import { lockedProducts, returnStock } from './stock.ts'

const shop = useTestDb()
const first = '00000000-0000-4000-8000-000000000000'
const last = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

beforeAll(async () => {
  for (const id of [last, first]) await makeProduct(shop.db, { id })
})

const lock = (tx: Tx, ids: string[]) => lockedProducts(tx, sql`${ids}::uuid[]`, new Date()).execute()

/** It has no order, so it locks the products and adds nothing. */
const addNothing = (tx: Tx, ids: string[]) =>
  returnStock(
    tx,
    'batal',
    ids.map((productId) => ({ productId, quantity: 0, batchId: null })),
  )

test.each([
  ['an order', lock],
  ['a cancellation', addNothing],
])('%s locks products by id, whatever their order in the table or in the call', async (_, act) => {
  let acting: Promise<unknown> = Promise.resolve()
  await transact(shop.db, async (tx) => {
    await lock(tx, [first])
    acting = transact(shop.db, async (other) => {
      await sql`set local enable_indexscan = off; set local enable_bitmapscan = off`.execute(other) // they read by id
      await act(other, [last, first])
    })
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    // The other transaction waits for the first product and has not locked the last one.
    const free = tx.selectFrom('products').select('id').where('id', '=', last).forUpdate().skipLocked()
    expect(await free.execute()).toHaveLength(1)
  })
  await acting
})
