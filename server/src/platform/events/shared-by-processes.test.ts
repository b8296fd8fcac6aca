import { expect, onTestFinished, test, vi } from 'vitest'
import { useTestDb } from '../../testing/test-db.ts'
import { openDb } from '../db/db.ts'
import { openBroadcast, publish } from './broadcast.ts'
import { sharedByProcesses } from './shared-by-processes.ts'

const shop = useTestDb()

interface Made {
  value: string
  at: number
}

/** A process of the shop, with the value that it would make. */
async function startProcess(topic: string, ms: number, made: Made) {
  const { db, close } = openDb(shop.connection)
  const broadcast = openBroadcast(shop.connection, { warn() {} }, db)
  await broadcast.opened
  const make = vi.fn(async () => made.value)
  const onChange = vi.fn()
  const clock = () => new Date(made.at)
  const get = sharedByProcesses({ ms, db, broadcast, topic, onChange, clock }, make)
  onTestFinished(async () => {
    await broadcast.close()
    await close()
  })
  return { get, make, onChange, db, subscribe: broadcast.subscribe }
}

/** The events of one process arrive in their order. */
async function untilDelivered(
  from: Awaited<ReturnType<typeof startProcess>>,
  { subscribe }: Awaited<ReturnType<typeof startProcess>>,
): Promise<void> {
  const arrived = new Promise<void>((onEvent) => subscribe('last', { onEvent: () => onEvent(), onDisconnect() {} }))
  await publish(from.db, { topic: 'last', event: 'last', data: null })
  await arrived
}

test('a value that one process makes is kept by the other, also for simultaneous callers', async () => {
  const [here, there] = await Promise.all([
    startProcess('once', 60_000, { value: 'here', at: 1 }),
    startProcess('once', 60_000, { value: 'there', at: 2 }),
  ])
  expect(await Promise.all([here.get(), here.get()])).toEqual(['here', 'here'])
  expect(here.make).toHaveBeenCalledTimes(1)
  await untilDelivered(here, there)
  expect(await there.get()).toBe('here')
  expect(there.make).not.toHaveBeenCalled()
})

test('both keep the later one of two simultaneous values, and one of them is told of a change', async () => {
  const [here, there] = await Promise.all([
    startProcess('tie', 60_000, { value: 'earlier', at: 1 }),
    startProcess('tie', 60_000, { value: 'later', at: 2 }),
  ])
  await Promise.all([here.get(), there.get()])
  await expect.poll(() => here.get()).toBe('later')
  expect(await there.get()).toBe('later')
  expect(here.onChange).toHaveBeenCalledTimes(1)
  expect(there.onChange).not.toHaveBeenCalled()
})

test('a value is made again after its time, and a failure is not kept', async () => {
  const made = { value: 'first', at: 1 }
  const { get, make } = await startProcess('again', 50, made)
  make.mockRejectedValueOnce(new Error('away'))
  await expect(get()).rejects.toThrow('away')
  expect(await get()).toBe('first')
  made.value = 'second'
  made.at = 2
  await expect.poll(get).toBe('second')
})
