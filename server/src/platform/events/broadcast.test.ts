import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { relayTo } from '../../testing/relay.ts'
import { statementsOf } from '../../testing/statements.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { days, later } from '../clock.ts'
import { openDb } from '../db/db.ts'
import { transact } from '../db/transact.ts'
import { type Broadcast, type BroadcastEvent, openBroadcast, publish } from './broadcast.ts'
import { deleteOldMarks, markWrite, watchMarks } from './marks.ts'

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

test('an event reaches the subscribers of its topic, and no others', async () => {
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

test('the process that publishes receives the event as soon as the transaction has ended, and once', async () => {
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
  await publish(shop.db, { topic: 'ani', event: 'order', data: 2 }) // NOTIFYs arrive in order, so the first has arrived, too
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

test('a silent connection is reported, and events arrive again by a new one', async () => {
  const relay = await relayTo(shop.connection)
  const own = openBroadcast(relay.connection, silent, undefined, { pingMs: 100, answerMs: 200 })
  await untilConnected(own)
  const ani = subscribeTo('ani', own)
  relay.goSilent()
  await publish(shop.db, { topic: 'ani', event: 'order', data: 'lost' })
  await vi.waitFor(() => expect(ani.onDisconnect).toHaveBeenCalledTimes(2), { timeout: 5_000 })
  await publish(shop.db, { topic: 'ani', event: 'order', data: 'back' })
  await vi.waitFor(() => expect(ani.data()).toEqual(['back']))
  await own.close()
})

test('a message that is no event counts as a lost connection, and events arrive again', async () => {
  const ani = subscribeTo('ani')
  await shop.pool.query(`select pg_notify('camilan_events', 'hello')`)
  await expect.poll(() => ani.onDisconnect).toHaveBeenCalledTimes(2)
  await publish(shop.db, { topic: 'ani', event: 'order', data: 'after' })
  await expect.poll(() => ani.data()).toEqual(['after'])
})

test('a subscriber that fails misses the event; the others get it, and the caller gets no error', async () => {
  const onDisconnect = vi.fn()
  const onEvent = () => {
    throw new Error('not expected')
  }
  const unsubscribe = broadcast.subscribe('ani', { onEvent, onDisconnect })
  const ani = subscribeTo('ani')
  await publish(shop.db, { topic: 'ani', event: 'order', data: 1 })
  await expect.poll(() => ani.data()).toEqual([1])
  expect(onDisconnect).toHaveBeenCalledTimes(1)
  expect(ani.onDisconnect).not.toHaveBeenCalled()
  unsubscribe()
})

test('an event that is too large is refused when it is published, and its neighbours are sent', async () => {
  const ani = subscribeTo('ani')
  const large = { topic: 'ani', event: 'order', data: 'é'.repeat(3_950) }
  const sent = publish(shop.db, { topic: 'ani', event: 'order', data: 1 })
  await expect(publish(shop.db, large)).rejects.toThrow(RangeError)
  await publish(shop.db, { topic: 'ani', event: 'order', data: 2 })
  await sent
  await expect.poll(() => ani.data()).toEqual([1, 2])
})

/** A process that checks the marks all the time. */
async function openLooking({ lostMs }: { lostMs: number }) {
  const own = openBroadcast(shop.connection, silent, undefined, { pingMs: 10, lostMs })
  await own.opened
  onTestFinished(() => own.close())
  const seen = { untilMs: 0, events: 0, lostAfter: [] as number[] }
  own.subscribe('ani', {
    onEvent() {
      seen.events += 1
    },
    onDisconnect: () => void seen.lostAfter.push(seen.untilMs),
    onCaughtUp(untilMs) {
      seen.untilMs = untilMs
    },
  })
  const caughtUp = (since: number) => vi.waitFor(() => expect(seen.untilMs).toBeGreaterThan(since), { timeout: 30_000 })
  return { seen, caughtUp }
}

const markedEvent = async (mark: string, db = shop.db) => {
  await transact(db, async (tx) => {
    await markWrite(mark).execute(tx)
    await publish(tx, { topic: 'ani', event: 'order', data: null, mark })
  })
  return performance.now()
}

test('a process that has caught up has all earlier events, and no mark of them remains', async () => {
  const { seen, caughtUp } = await openLooking({ lostMs: 60_000 })
  for (const count of [1, 2, 3]) {
    await caughtUp(await markedEvent(randomUUID()))
    expect(seen.events).toBe(count)
  }
  expect(seen.lostAfter).toEqual([])
  expect(await shop.db.selectFrom('event_marks').selectAll().execute()).toEqual([])
})

test('a process deletes its marks after a while, and when it ends', async () => {
  const { db, close } = openDb(shop.connection)
  const own = openBroadcast(shop.connection, silent, db)
  await own.opened
  const marks = () => shop.db.selectFrom('event_marks').selectAll().execute()
  await markedEvent(randomUUID(), db)
  await expect.poll(marks).toEqual([])
  await markedEvent(randomUUID(), db)
  await own.close()
  expect(await marks()).toEqual([])
  await close()
})

test('an event whose process died before its NOTIFY is reported once, as a lost connection', async () => {
  const { seen, caughtUp } = await openLooking({ lostMs: 100 })
  await caughtUp(performance.now())
  await markWrite(randomUUID()).execute(shop.db)
  const committed = performance.now()
  await caughtUp(committed + 300)
  expect(seen.lostAfter).toHaveLength(1)
  expect(seen.lostAfter[0]).toBeLessThan(committed) // until then no check had caught up
  await deleteOldMarks(shop.db, later(new Date(), days(2)))
  expect(await shop.db.selectFrom('event_marks').selectAll().execute()).toEqual([])
})

test('the time until which no event is missing advances under a constant flow of events', () => {
  const marks = watchMarks(1_000)
  expect(marks.look(['a'], 100)).toEqual({ hasLost: false, untilMs: expect.any(Number) })
  expect(marks.look(['a', 'b'], 200)).toEqual({})
  expect(marks.look(['b', 'c'], 300)).toEqual({ hasLost: false, untilMs: 100 })
  expect(marks.look(['d'], 400)).toEqual({ hasLost: false, untilMs: 300 })
})
