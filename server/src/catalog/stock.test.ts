import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { queriesWaiting } from '../testing/locks.ts'
import { makeProduct } from '../testing/make-product.ts'
import { useTestDb } from '../testing/test-db.ts'
import { lockedProducts } from './stock.ts'

const shop = useTestDb()

const lock = (tx: Tx, ids: string[]) => lockedProducts(tx, sql`${ids}::uuid[]`).execute()

test('products are locked in order of id, whatever their order in the table or in the call', async () => {
  const last = await makeProduct(shop.db, { id: 'ffffffff-ffff-4fff-8fff-ffffffffffff' })
  const first = await makeProduct(shop.db, { id: '00000000-0000-4000-8000-000000000000' })
  let locking: Promise<unknown> = Promise.resolve()
  await transact(shop.db, async (tx) => {
    await lock(tx, [first.id])
    locking = transact(shop.db, (other) => lock(other, [last.id, first.id]))
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    // The other transaction waits for the first product and has not locked the last one.
    const free = tx.selectFrom('products').select('id').where('id', '=', last.id).forUpdate().skipLocked()
    expect(await free.execute()).toHaveLength(1)
  })
  await locking
})
