import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('the given number runs, the given number waits in order, and the next call is refused with UNAVAILABLE', async () => {
  const runLimited = limitConcurrency({ running: 2, waiting: 1 })
  const started: string[] = []
  const work = (name: string) => {
    const end = Promise.withResolvers<void>()
    const done = runLimited(() => {
      started.push(name)
      return end.promise
    })
    return { ...end, done }
  }
  const [first, second, third] = [work('first'), work('second'), work('third')]
  await expect(work('fourth').done).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(started).toEqual(['first', 'second'])

  second.reject(new Error('broken'))
  await expect(second.done).rejects.toThrow('broken')
  await expect.poll(() => started).toEqual(['first', 'second', 'third'])

  first.resolve()
  third.resolve()
  await Promise.all([first.done, third.done])
  expect(await runLimited(async () => 'free again')).toBe('free again')
})
