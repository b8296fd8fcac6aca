import { expect, test } from 'vitest'
import { sharePlaces } from './share-places.ts'

function trial(limits: Parameters<typeof sharePlaces>[0]) {
  const places = sharePlaces(limits)
  const started: string[] = []
  const work = (key: string, name = key) => {
    const end = Promise.withResolvers<void>()
    const done = places.run(key, () => {
      started.push(name)
      return end.promise
    })
    return { ...end, done }
  }
  return { places, started, work }
}

test('calls of one key run one after the other, and others are not delayed by them', async () => {
  const { started, work } = trial({ running: 2, waiting: 10, waitingPerKey: 2 })
  const first = work('ani', 'ani 1')
  const second = work('ani', 'ani 2')
  const budi = work('budi')
  await expect.poll(() => started).toEqual(['ani 1', 'budi'])
  const citra = work('citra')
  first.reject(new Error('broken'))
  await expect(first.done).rejects.toThrow('broken')
  await expect.poll(() => started).toEqual(['ani 1', 'budi', 'ani 2'])
  budi.resolve()
  await expect.poll(() => started.at(-1)).toBe('citra')
  second.resolve()
  citra.resolve()
  await Promise.all([second.done, budi.done, citra.done])
})

test('too many calls that wait, in all or of one key, are refused with UNAVAILABLE', async () => {
  const { started, work } = trial({ running: 1, waiting: 2, waitingPerKey: 1 })
  const accepted = [work('ani'), work('ani'), work('budi')]
  await expect(work('ani').done).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(work('citra').done).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  for (const { resolve, done } of accepted) {
    resolve()
    await done
  }
  expect(started).toEqual(['ani', 'ani', 'budi'])
})

test('closing refuses what waits and what comes later, and lets running work end', async () => {
  const { places, work } = trial({ running: 1, waiting: 2, waitingPerKey: 1 })
  const [running, waiting] = [work('ani'), work('budi')]
  places.close()
  await expect(waiting.done).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(work('citra').done).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  running.resolve()
  await running.done
})
