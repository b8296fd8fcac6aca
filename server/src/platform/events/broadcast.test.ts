import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useTestDb } from '../../testing/test-db.ts'
import { transact } from '../db/transact.ts'
import { type Broadcast, type BroadcastEvent, openBroadcast, publish } from './broadcast.ts'

const shop = useTestDb()
let broadcast: Broadcast
const quiet = { warn() {} }

beforeAll(async () => {
  broadcast = openBroadcast(shop.connection, quiet)
  await untilHeard()
})
afterAll(() => broadcast.close())

/** The listener connects in the background: tell until it is heard. */
async function untilHeard(): Promise<void> {
  const heard = vi.fn()
  const end = broadcast.subscribe('hello', { onEvent: heard, onDisconnect() {} })
  await vi.waitFor(async () => {
    await publish(shop.db, { topic: 'hello', event: 'hello', data: null })
    expect(heard).toHaveBeenCalled()
  })
  end()
}

function listenTo(topic: string) {
  const news: BroadcastEvent[] = []
  const lost = vi.fn()
  const end = broadcast.subscribe(topic, { onEvent: (item) => news.push(item), onDisconnect: lost })
  return { news, lost, end }
}

test('what is told reaches the listeners of its topic, and nobody else', async () => {
  const [ani, again, budi] = [listenTo('ani'), listenTo('ani'), listenTo('budi')]
  await publish(shop.db, { topic: 'ani', event: 'order', data: { id: '“1”' } }, { topic: 'budi', event: 'x', data: 2 })
  await vi.waitFor(() => expect(budi.news).toEqual([{ topic: 'budi', event: 'x', data: 2 }]))
  expect(ani.news).toEqual([{ topic: 'ani', event: 'order', data: { id: '“1”' } }])
  expect(again.news).toEqual(ani.news)
})

test('a transaction tells when it commits, and never when it is rolled back', async () => {
  const ani = listenTo('ani')
  const told = (data: string): BroadcastEvent => ({ topic: 'ani', event: 'order', data })
  await transact(shop.db, async (tx) => {
    await publish(tx, told('committed'))
    await publish(shop.db, told('before'))
    await vi.waitFor(() => expect(ani.news).toHaveLength(1))
  })
  await expect(
    transact(shop.db, async (tx) => {
      await publish(tx, told('never'))
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await publish(shop.db, told('after'))
  await vi.waitFor(() => expect(ani.news.map(({ data }) => data)).toEqual(['before', 'committed', 'after']))
})

test('who stopped listening hears no more', async () => {
  const [ani, witness] = [listenTo('ani'), listenTo('ani')]
  ani.end()
  await publish(shop.db, { topic: 'ani', event: 'order', data: null })
  await vi.waitFor(() => expect(witness.news).toHaveLength(1))
  expect(ani.news).toEqual([])
})

test('when its connection is cut it comes back, and says that news may have been missed', async () => {
  const ani = listenTo('ani')
  await shop.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
  )
  await vi.waitFor(() => expect(ani.lost).toHaveBeenCalled(), { timeout: 10_000 })
  await publish(shop.db, { topic: 'ani', event: 'order', data: 'back' })
  await vi.waitFor(() => expect(ani.news.map(({ data }) => data)).toEqual(['back']))
})
