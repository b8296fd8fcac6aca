import { expect, onTestFinished, test, vi } from 'vitest'
import { follow } from './follow.ts'

const turn = () => new Promise(setImmediate)

test('one read runs at a time, and calls meanwhile share the next one, also if the first one fails', async () => {
  const read = vi.fn(async () => false)
  const broadcast = { opened: Promise.resolve(), subscribe: () => () => {}, silentMs: () => 0, close: async () => {} }
  const { reload, close } = await follow(read, { broadcast, topic: 'state', rereadMs: 60_000 })
  onTestFinished(close)
  const failing = Promise.withResolvers<boolean>()
  read.mockClear().mockReturnValueOnce(failing.promise)
  const running = reload()
  await turn()
  const later = [reload(), reload()]
  await turn()
  expect(read).toHaveBeenCalledTimes(1)
  failing.reject(new Error('away'))
  await expect(running).rejects.toThrow('away')
  await Promise.all(later)
  expect(read).toHaveBeenCalledTimes(2)
})
