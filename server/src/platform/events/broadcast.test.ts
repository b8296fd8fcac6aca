import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSilentProxy } from '../../testing/silent-proxy.ts'
import { statementsOf } from '../../testing/statements.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { openDb } from '../db/db.ts'
import { transact } from '../db/transact.ts'
import { type Broadcast, type BroadcastEvent, openBroadcast, publish } from './broadcast.ts'

const shop = useTestDb()
let broadcast: Broadcast
const silent = { warn() {} }

beforeAll(async () => {
  broadcast = openBroadcast(shop.connection, silent)
  await untilConnected(broadcast)
})
afterAll(() => broadcast.close())

/** The listener connects in the background: publish until an event arrives. */
async function untilConnected(to: Broadcast): Promise<void> {
  const onEvent = vi.fn()
  const unsubscribe = to.subscribe('hello', { onEvent, onDisconnect() {} })
  const publishAgain = async () => {
    await publish(shop.db, { topic: 'hello', event: 'hello', data: null })
    expect(onEvent).toHaveBeenCalled()
  }
  await vi.waitFor(publishAgain, { timeout: 30_000, interval: 10 })
  unsubscribe()
}

function subscribeTo(topic: string, to = broadcast) {
  const events: BroadcastEvent[] = []
  const onDisconnect = vi.fn()
  const unsubscribe = to.subscribe(topic, { onEvent: (event) => events.push(event), onDisconnect })
  return { events, data: () => events.map(({ data }) => data), onDisconnect, unsubscribe }
}

test('an event reaches the subscribers of its topic, and nobody else', async () => {
  const [ani, again, budi] = [subscribeTo('ani'), subscribeTo('ani'), subscribeTo('budi')]
  await publish(shop.db, { topic: 'ani', event: 'order', data: { id: '“1”' } }, { topic: 'budi', event: 'x', data: 2 })
  await expect.poll(() => budi.events).toEqual([{ topic: 'budi', event: 'x', data: 2 }])
  expect(ani.events).toEqual([{ topic: 'ani', event: 'order', data: { id: '“1”' } }])
  expect(again.events).toEqual(ani.events)
})

test('events of a transaction are delivered when it commits, and never when it is rolled back', async () => {
  const ani = subscribeTo('ani')
  const order = (data: string): BroadcastEvent => ({ topic: 'ani', event: 'order', data })
  await transact(shop.db, async (tx) => {
    await publish(tx, order('committed'))
    await publish(shop.db, order('before'))
    await expect.poll(() => ani.events).toHaveLength(1)
  })
  await expect(
    transact(shop.db, async (tx) => {
      await publish(tx, order('never'))
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await publish(shop.db, order('after'))
  await expect.poll(() => ani.data()).toEqual(['before', 'committed', 'after'])
})

test('the process that publishes has the event as soon as the transaction has ended, and once', async () => {
  const { db, close } = openDb(shop.connection)
  const own = openBroadcast(shop.connection, silent, db)
  await untilConnected(own)
  const [here, elsewhere] = [subscribeTo('ani', own), subscribeTo('ani')]
  await transact(db, async (tx) => {
    await publish(tx, { topic: 'ani', event: 'order', data: 1 })
    expect(here.data()).toEqual([])
  })
  expect(here.data()).toEqual([1])
  await expect.poll(() => elsewhere.data()).toEqual([1])
  await publish(shop.db, { topic: 'ani', event: 'order', data: 2 }) // NOTIFYs arrive in order: by then the first has, too
  await expect.poll(() => here.data()).toEqual([1, 2])
  await expect.poll(() => elsewhere.data()).toEqual([1, 2])
  await own.close()
  await close()
})

test('events of transactions that end at the same time are sent together, in order', async () => {
  const { db, close } = openDb(shop.connection)
  const own = openBroadcast(shop.connection, silent, db)
  await untilConnected(own)
  const [here, elsewhere] = [subscribeTo('ani', own), subscribeTo('ani')]
  const numbers = Array.from({ length: 50 }, (_, i) => i)
  const texts = await statementsOf(async () => {
    const publishOne = (data: number) => transact(db, (tx) => publish(tx, { topic: 'ani', event: 'order', data }))
    await Promise.all(numbers.map(publishOne))
    await expect.poll(() => elsewhere.events).toHaveLength(50)
  })
  expect(elsewhere.events).toEqual(here.events)
  expect(texts.filter((text) => text.includes('pg_notify')).length).toBeLessThan(25)
  await own.close()
  await close()
})

test('a subscriber gets nothing after it has unsubscribed', async () => {
  const [ani, witness] = [subscribeTo('ani'), subscribeTo('ani')]
  ani.unsubscribe()
  await publish(shop.db, { topic: 'ani', event: 'order', data: null })
  await expect.poll(() => witness.events).toHaveLength(1)
  expect(ani.events).toEqual([])
})

test('a lost connection is reported at once and when it is back, and events arrive again', async () => {
  const ani = subscribeTo('ani')
  await shop.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'camilan_events' and datname = current_database()`,
  )
  await expect.poll(() => ani.onDisconnect).toHaveBeenCalled()
  await expect.poll(() => ani.onDisconnect).toHaveBeenCalledTimes(2)
  await publish(shop.db, { topic: 'ani', event: 'order', data: 'back' })
  await expect.poll(() => ani.data()).toEqual(['back'])
})

test('a connection that has gone silent is reported, and events arrive again by a new one', async () => {
  const proxy = await startSilentProxy(shop.connection)
  const own = openBroadcast(proxy.connection, silent, undefined, { pingMs: 100, answerMs: 200 })
  await untilConnected(own)
  const ani = subscribeTo('ani', own)
  proxy.goSilent()
  await publish(shop.db, { topic: 'ani', event: 'order', data: 'lost' })
  await vi.waitFor(() => expect(ani.onDisconnect).toHaveBeenCalledTimes(2), { timeout: 5_000 })
  await publish(shop.db, { topic: 'ani', event: 'order', data: 'back' })
  await vi.waitFor(() => expect(ani.data()).toEqual(['back']))
  await own.close()
})
