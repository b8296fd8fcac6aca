import { beforeAll, expect, test } from 'vitest'
import { presentEntry } from '../audit/present.ts'
import { listChanges } from '../audit/queries.ts'
import { makeProduct } from '../testing/make-product.ts'
import { makeAdmin, type TestUser } from '../testing/make-user.ts'
import { useTestDb } from '../testing/test-db.ts'
import { writeOrder } from '../testing/write-order.ts'
import { shipOrder } from './ship-order.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')
let sari: TestUser

beforeAll(async () => {
  sari = await makeAdmin(shop.db, { name: 'Bu Sari' })
})

const trailOf = async (id: string) =>
  (await listChanges(shop.db, { type: 'order', id }, { page: 1, limit: 100 })).rows.map(presentEntry)

async function orderOf(status: 'DIPROSES' | 'DIBAYAR') {
  const product = await makeProduct(shop.db)
  return writeOrder(shop.db, { userId: sari.id, status, lines: [{ product, quantity: 1 }] })
}

test('who shipped an order is written down, once', async () => {
  const id = await orderOf('DIBAYAR')
  for (let times = 0; times < 2; times += 1) await shipOrder(shop.db, id, { status: 'DIKIRIM' }, sari, now)
  expect(await trailOf(id)).toMatchObject([
    {
      actor: { id: sari.id, name: 'Bu Sari' },
      action: 'changed',
      changes: [{ field: 'status', before: 'DIBAYAR', after: 'DIKIRIM' }],
    },
  ])
})

test('a refused change leaves nothing behind', async () => {
  const id = await orderOf('DIPROSES')
  await expect(shipOrder(shop.db, id, { status: 'DIKIRIM' }, sari, now)).rejects.toMatchObject({
    code: 'INVALID_TRANSITION',
  })
  expect(await trailOf(id)).toEqual([])
})
