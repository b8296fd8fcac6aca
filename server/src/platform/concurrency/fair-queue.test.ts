import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

/** Work that ends when it is told to; `started` lists the names in the order of their start. */
function makeWork(runFairly: ReturnType<typeof fairQueue>) {
  const started: string[] = []
  const enqueue = (key: string, name: string) => {
    const end = Promise.withResolvers<void>()
    const done = runFairly(key, () => {
      started.push(name)
      return end.promise
    })
    return {
      done,
      refused: done.then(
        () => false,
        (error) => error.code === 'UNAVAILABLE',
      ),
      end: () => end.resolve(),
    }
  }
  return { started, enqueue }
}

test('keys take turns, however many calls one of them has waiting', async () => {
  const { started, enqueue } = makeWork(fairQueue({ running: 1, waiting: 10 }))
  const calls = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => enqueue(name.charAt(0), name))
  for (const call of calls) call.end()
  await Promise.all(calls.map(({ done }) => done))
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('when the queue is full, the key with the most calls loses its newest to a key with fewer', async () => {
  const { started, enqueue } = makeWork(fairQueue({ running: 1, waiting: 3 }))
  const flood = ['a1', 'a2', 'a3', 'a4'].map((name) => enqueue('a', name))
  expect(await enqueue('a', 'a5').refused).toBe(true)
  const owner = enqueue('b', 'b1')
  expect(await flood[3]?.refused).toBe(true)
  for (const call of [...flood, owner]) call.end()
  expect(await owner.refused).toBe(false)
  await flood[2]?.done
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('when each key has one call waiting, a further key is refused', async () => {
  const { enqueue } = makeWork(fairQueue({ running: 1, waiting: 2 }))
  const calls = ['a', 'b', 'c'].map((key) => enqueue(key, key))
  expect(await enqueue('d', 'd').refused).toBe(true)
  for (const call of calls) call.end()
  expect(await Promise.all(calls.map(({ refused }) => refused))).toEqual([false, false, false])
})

test('a failing call passes its slot on', async () => {
  const runFairly = fairQueue({ running: 1, waiting: 1 })
  const failing = runFairly('a', async () => {
    throw new Error('broken')
  })
  const next = runFairly('b', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
  expect(await runFairly('c', async () => 'free again')).toBe('free again')
})
