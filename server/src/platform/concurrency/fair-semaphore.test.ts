import { expect, test } from 'vitest'
import { fairSemaphore } from './fair-semaphore.ts'

/** Work that ends when the test says so. `started` lists the names in the order of their start. */
function trial(limits: Parameters<typeof fairSemaphore>[0]) {
  const semaphore = fairSemaphore(limits)
  const started: string[] = []
  const work = (key: string, name = key) => {
    const end = Promise.withResolvers<void>()
    const done = semaphore.run(key, () => {
      started.push(name)
      return end.promise
    })
    return {
      ...end,
      done,
      refused: done.then(
        () => false,
        (error) => error.code === 'UNAVAILABLE',
      ),
    }
  }
  return { semaphore, started, work }
}

test('keys take turns, however many calls one of them has waiting', async () => {
  const { started, work } = trial({ running: 1, waiting: 10 })
  const calls = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => work(name.charAt(0), name))
  for (const call of calls) call.resolve()
  await Promise.all(calls.map(({ done }) => done))
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('the key with the most calls loses its newest to a key with fewer when too many wait', async () => {
  const { started, work } = trial({ running: 1, waiting: 3 })
  const flood = ['a1', 'a2', 'a3', 'a4'].map((name) => work('a', name))
  expect(await work('a', 'a5').refused).toBe(true)
  const owner = work('b', 'b1')
  expect(await flood[3]?.refused).toBe(true)
  for (const call of [...flood, owner]) call.resolve()
  expect(await owner.refused).toBe(false)
  await flood[2]?.done
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('a further key is refused when each key has one call waiting', async () => {
  const { work } = trial({ running: 1, waiting: 2 })
  const calls = ['a', 'b', 'c'].map((key) => work(key))
  expect(await work('d').refused).toBe(true)
  for (const call of calls) call.resolve()
  expect(await Promise.all(calls.map(({ refused }) => refused))).toEqual([false, false, false])
})

test('a call that fails frees its place', async () => {
  const { work } = trial({ running: 1, waiting: 1 })
  const [first, second] = [work('ani'), work('budi')]
  first.reject(new Error('broken'))
  await expect(first.done).rejects.toThrow('broken')
  second.resolve()
  expect(await second.refused).toBe(false)
})

test('a key has no more waiting calls than it may, while others still wait', async () => {
  const { started, work } = trial({ running: 1, waiting: 2, waitingPerKey: 1 })
  const accepted = [work('ani'), work('ani')]
  expect(await work('ani').refused).toBe(true)
  accepted.push(work('budi'))
  expect(await work('citra').refused).toBe(true)
  for (const { resolve, done } of accepted) {
    resolve()
    await done
  }
  expect(started).toEqual(['ani', 'ani', 'budi'])
})

test('closing refuses waiting and later calls, and lets running work end', async () => {
  const { semaphore, work } = trial({ running: 1, waiting: 2 })
  const [running, waiting] = [work('ani'), work('budi')]
  semaphore.close()
  expect(await waiting.refused).toBe(true)
  expect(await work('citra').refused).toBe(true)
  running.resolve()
  await running.done
  expect(await work('citra').refused).toBe(true)
})
