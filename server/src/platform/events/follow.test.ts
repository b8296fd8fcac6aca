import { expect, onTestFinished, test, vi } from 'vitest'
import { follow } from './follow.ts'

const warn = vi.fn()
const broadcast = {
  opened: Promise.resolve(),
  subscribe: () => () => {},
  silentMs: () => 0,
  warn,
  close: async () => {},
}
const turn = () => new Promise(setImmediate)

test('one read runs at a time, and calls meanwhile share the next one, also if the first one fails', async () => {
  const read = vi.fn(async () => false)
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

test('a listener that fails stops no other, says so, and is called again after the next read', async () => {
  const read = vi.fn(async () => true)
  const { reload, onChange, close } = await follow(read, { broadcast, topic: 'state', rereadMs: 60_000 })
  onTestFinished(close)
  const later = vi.fn()
  const failing = vi.fn(later).mockImplementationOnce(() => {
    throw new Error('poisoned')
  })
  onChange(failing)
  onChange(later)
  warn.mockClear()
  await reload()
  expect(later).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls).toEqual([['a listener of state has failed: poisoned']])
  read.mockResolvedValue(false)
  await reload()
  await reload()
  expect(failing).toHaveBeenCalledTimes(2)
})

test('a change of this process that can’t be read yet is a success, and is read soon', async () => {
  const read = vi.fn(async () => false)
  const { readOwnChange, close } = await follow(read, { broadcast, topic: 'state', rereadMs: 60_000 })
  onTestFinished(close)
  read.mockClear().mockRejectedValueOnce(new Error('the database is away'))
  await readOwnChange()
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2), { timeout: 5_000 })
})
