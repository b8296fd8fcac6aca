import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from './answer.ts'
import { AnswerCache, type MakeAnswer } from './answer-cache.ts'
import { ReadyAnswers } from './ready-answers.ts'
import { momentaryTag, type StoredAnswer } from './stored-answer.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.spyOn(Math, 'random').mockReturnValue(1) // never keeps an unused answer by chance
})
afterEach(() => void vi.useRealTimers().restoreAllMocks())

/** Moves the clock, and lets running work continue. */
async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds)
  for (let i = 0; i < 3; i += 1) await turn()
}

const cacheOf = ({ maxBytes = 100_000, maxAgeMs = 60_000 } = {}) => new AnswerCache({ maxBytes, maxAgeMs })

const answerOf = (text: string, status = 200): Answer => ({
  status,
  headers: {},
  etag: '""',
  encoding: 'identity',
  body: Buffer.from(text),
})
const bytes = (count: number) => answerOf('x'.repeat(count))
/** The limit for this many answers of 10 bytes. */
const room = (count: number) => count * 4_106

const makes = (answer: Answer, ...tags: string[]) =>
  vi.fn<MakeAnswer>(async (into) => {
    for (const tag of tags) into.add(tag)
    return answer
  })

/** A state, and answers that read it when they begin. The test ends them. */
function slowReader(tag = 'jar') {
  const state = { price: 1, isBroken: false }
  const started: (() => void)[] = []
  const make = vi.fn<MakeAnswer>(async (tags) => {
    const { price, isBroken } = state
    await new Promise<void>((resolve) => started.push(resolve))
    tags.add(tag)
    if (isBroken) throw new Error('broken')
    return answerOf(`price ${price}`)
  })
  return { state, make, finish: () => started.shift()?.() }
}

const textOf = (stored: { answer: Answer }) => stored.answer.body.toString()

test('an answer is made once, also for requests that arrive while it is made', async () => {
  const cache = cacheOf()
  const make = makes(bytes(10))
  await Promise.all([cache.get('/', make), cache.get('/', make)])
  await cache.get('/', make)
  expect(make).toHaveBeenCalledOnce()
})

test('an answer that is too old is made again', async () => {
  const cache = cacheOf({ maxAgeMs: 0 })
  const make = makes(bytes(10))
  await cache.get('/', make)
  await cache.get('/', make)
  expect(make).toHaveBeenCalledTimes(2)
})

test('the age is counted from the moment at which the answer began to be made, not from its queueing or its end', async () => {
  const cache = cacheOf({ maxAgeMs: 200 })
  const { make, finish, state } = slowReader()
  const turn = Promise.withResolvers<void>()
  const first = cache.get('/', make, { inTurn: (work) => turn.promise.then(work) })
  await pass(210) // the wait for its turn does not age it
  turn.resolve()
  await pass(0)
  await pass(120)
  finish()
  expect((await first).isValid(performance.now())).toBe(true)
  state.price = 2
  await pass(100)
  const second = cache.get('/', make)
  finish()
  expect(textOf(await second)).toBe('price 2')
})

test('the answers that were not used for longest are removed when the limit is reached', async () => {
  const cache = cacheOf({ maxBytes: room(3) })
  const make = makes(bytes(10))
  for (const path of ['/1', '/2', '/3']) await cache.get(path, make)
  await cache.get('/1', make)
  await cache.get('/4', make)
  expect(make).toHaveBeenCalledTimes(4)
  for (const path of ['/1', '/3', '/4']) await cache.get(path, make)
  expect(make).toHaveBeenCalledTimes(4)
  await cache.get('/2', make)
  expect(make).toHaveBeenCalledTimes(5)
})

test('a client that reads more answers than fit, again and again, finds some of them', async () => {
  vi.mocked(Math.random).mockRestore()
  const cache = cacheOf({ maxBytes: room(400) })
  const make = makes(bytes(10))
  for (let i = 0; i < 5_000; i += 1) await cache.get(`/${i % 500}`, make)
  expect(make.mock.calls.length).toBeLessThan(4_000)
})

test('other encodings take only free room', async () => {
  const cache = cacheOf({ maxBytes: room(3) })
  const [first] = [await cache.get('/1', makes(bytes(10))), await cache.get('/2', makes(bytes(10)))]
  const recorded = (body: string) => ({ status: 200, head: ['', '', ''] as const, body })
  expect(first.keep('gzip', recorded('x'.repeat(5_000)))).toBe(false)
  expect(first.keep('gzip', recorded('x'.repeat(100)))).toBe(true)
  expect([cache.bytes, first.sent.gzip?.body]).toEqual([room(2) + 100, 'x'.repeat(100)])
  await cache.get('/3', makes(bytes(10)))
  expect([cache.bytes, cache.size, first.sent.gzip]).toEqual([room(3), 3, undefined])
})

test('an answer larger than the limit is returned and not kept', async () => {
  const cache = cacheOf({ maxBytes: room(3) })
  const make = makes(bytes(room(3)))
  expect(textOf(await cache.get('/', make))).toHaveLength(room(3))
  await cache.get('/', make)
  expect(make).toHaveBeenCalledTimes(2)
})

test('an answer with another status than 200, and a failure, are not kept', async () => {
  const cache = cacheOf()
  const missing = makes(answerOf('', 404))
  await cache.get('/nihil', missing)
  await cache.get('/nihil', missing)
  expect(missing).toHaveBeenCalledTimes(2)
  const broken = vi.fn(() => Promise.reject(new Error('broken')))
  await expect(cache.get('/', broken)).rejects.toThrow('broken')
  expect((await cache.get('/', makes(bytes(10)))).answer.status).toBe(200)
})

test('clear removes every answer, also one that is being made, and the bytes are still counted', async () => {
  const cache = cacheOf({ maxBytes: room(3) })
  await cache.get('/', makes(bytes(10)))
  const slow = Promise.withResolvers<Answer>()
  const stale = cache.get('/products', () => slow.promise)
  cache.clear()
  slow.resolve(bytes(10))
  await stale
  const [home, list] = [makes(bytes(10)), makes(bytes(10))]
  await cache.get('/', home)
  await cache.get('/products', list)
  expect([home.mock.calls.length, list.mock.calls.length]).toEqual([1, 1])
  await cache.get('/3', makes(bytes(10))) // three fit
  await cache.get('/', home)
  expect(home).toHaveBeenCalledOnce()
})

test('a change removes the answers that show its subject, and no others', async () => {
  const cache = cacheOf()
  const [jar, list, bale] = [makes(bytes(1), 'jar'), makes(bytes(1), 'jar', 'bale'), makes(bytes(1), 'bale')]
  const getAll = async () => {
    await cache.get('/jar', jar)
    await cache.get('/list', list)
    await cache.get('/bale', bale)
  }
  await getAll()
  cache.expire(['jar'])
  await getAll()
  expect([jar, list, bale].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1])
  cache.expire(['other'])
  await getAll()
  expect([jar, list, bale].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1])
})

test('a request after a change does not get an answer that began before it, also if others wait for that answer', async () => {
  const cache = cacheOf()
  const { state, make, finish } = slowReader()
  const before = cache.get('/jar', make)
  state.price = 2
  cache.expire(['jar'])
  const after = cache.get('/jar', make) // joins, and then has it made again
  finish()
  expect(textOf(await before)).toBe('price 1')
  await pass(0)
  finish()
  expect(textOf(await after)).toBe('price 2')
  expect(textOf(await cache.get('/jar', make))).toBe('price 2')
  expect(make).toHaveBeenCalledTimes(2)
})

test('a change while an answer waits for its turn does not make it old, because it has read nothing yet', async () => {
  const cache = cacheOf()
  const make = makes(bytes(1), 'jar')
  const turn = Promise.withResolvers<void>()
  const first = cache.get('/jar', make, { inTurn: (work) => turn.promise.then(work) })
  cache.expire(['jar'])
  turn.resolve()
  await first
  await cache.get('/jar', make)
  expect(make).toHaveBeenCalledOnce()
})

test('within its grace an old answer is sent while one refresh runs, and after it the new one', async () => {
  const cache = cacheOf()
  const { state, make, finish } = slowReader()
  const get = () => cache.get('/jar', make, { graceMs: 400 })
  const first = get()
  finish()
  await first
  state.price = 2
  cache.expire(['jar'], 1_000)
  expect(textOf(await get())).toBe('price 1')
  expect(make).toHaveBeenCalledOnce() // several changes in a row cost one refresh
  await pass(180)
  expect((await Promise.all([get(), get(), get()])).map(textOf)).toEqual(Array(3).fill('price 1'))
  expect(make).toHaveBeenCalledTimes(2)
  finish()
  await pass(1)
  expect(textOf(await get())).toBe('price 2')
  expect(make).toHaveBeenCalledTimes(2)
})

test('an answer without grace is removed by the change, also if the change allows some', async () => {
  const cache = cacheOf()
  const make = makes(bytes(1), 'jar')
  await cache.get('/jar', make)
  cache.expire(['jar'], 1_000)
  await cache.get('/jar', make)
  expect(make).toHaveBeenCalledTimes(2)
})

test('further changes and a failed refresh add no time: after the grace of the first change no old answer is sent', async () => {
  const cache = cacheOf()
  const { state, make, finish } = slowReader()
  const get = () => cache.get('/jar', make, { graceMs: 300 })
  const first = get()
  finish()
  await first
  state.price = 2
  state.isBroken = true
  cache.expire(['jar'], 300)
  await pass(150)
  cache.expire(['jar'], 300)
  expect(textOf(await get())).toBe('price 1') // starts a refresh
  finish()
  await pass(200)
  const refused = get()
  finish()
  await expect(refused).rejects.toThrow('broken')
  state.isBroken = false
  const second = get()
  finish()
  expect(textOf(await second)).toBe('price 2')
})

test('a refresh that began before another change has only the grace of that change left', async () => {
  const cache = cacheOf()
  const { state, make, finish } = slowReader()
  const get = () => cache.get('/jar', make, { graceMs: 300 })
  const first = get()
  finish()
  await first
  state.price = 2
  cache.expire(['jar'], 300)
  await pass(150)
  await get() // starts a refresh, which reads price 2
  state.price = 3
  cache.expire(['jar'], 300)
  await pass(50)
  finish()
  await pass(1)
  expect(textOf(await get())).toBe('price 2')
  await pass(280)
  const last = get()
  await pass(0)
  finish()
  expect(textOf(await last)).toBe('price 3')
})

test('an answer in use is made again before its age ends, so that no request waits for it', async () => {
  const cache = cacheOf({ maxAgeMs: 500 })
  const { state, make, finish } = slowReader()
  const first = cache.get('/jar', make)
  finish()
  await first
  state.price = 2
  await pass(420)
  expect(textOf(await cache.get('/jar', make))).toBe('price 1')
  expect(make).toHaveBeenCalledTimes(2)
  finish()
  await pass(1)
  expect(textOf(await cache.get('/jar', make))).toBe('price 2')
})

test('each answer that is removed, for any reason, is reported, and has no time left', async () => {
  const removed: StoredAnswer[] = []
  const cache = new AnswerCache({ maxBytes: room(3), maxAgeMs: 1_000, onRemove: (stored) => removed.push(stored) })
  const get = (key: string) => cache.get(key, makes(bytes(10), key))
  const [first, second, third] = [await get('1'), await get('2'), await get('3')]
  await get('4') // replaces the first
  cache.expire(['2'])
  await pass(1_001)
  await get('3') // replaces the third
  cache.clear()
  expect(removed.slice(0, 3)).toEqual([first, second, third])
  expect(removed).toHaveLength(5)
  expect(removed.every((stored) => !stored.isValid(performance.now()))).toBe(true)
})

test('an answer that may lack an event ends by its age, and is never extended', async () => {
  const ready = new ReadyAnswers()
  const stored = await ready.pages.get('/jar', makes(bytes(10), 'jar'))
  ready.eventsMissed()
  const nowMs = performance.now()
  expect(stored.isValid(nowMs)).toBe(true)
  for (const seconds of [4, 6]) ready.caughtUp(nowMs + seconds * 1_000)
  expect(stored.isValid(nowMs + 6_500)).toBe(false)
})

describe('an answer whose age is extended', () => {
  const caughtUp = { atMs: 0 }
  const open = () => new AnswerCache({ maxBytes: 100_000, maxAgeMs: 5_000, caughtUpMs: () => caughtUp.atMs })
  /** Moves the clock by seconds in which every event is known to have arrived. */
  async function passCaughtUp(seconds: number): Promise<void> {
    for (let i = 0; i < seconds; i += 1) {
      await pass(1_000)
      caughtUp.atMs = performance.now()
    }
  }

  test('is sent while no event can be missing, and then ends with its age', async () => {
    const cache = open()
    const make = makes(bytes(10), 'jar')
    await cache.get('/jar', make)
    await passCaughtUp(200)
    await cache.get('/jar', make)
    await pass(3_900)
    await cache.get('/jar', make)
    expect(make).toHaveBeenCalledTimes(1)
    await pass(1_200)
    await cache.get('/jar', make)
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('is still removed by a change, and in any case after five minutes', async () => {
    const cache = open()
    const make = makes(bytes(10), 'jar')
    await cache.get('/jar', make)
    await passCaughtUp(10)
    cache.expire(['jar'])
    await cache.get('/jar', make)
    expect(make).toHaveBeenCalledTimes(2)
    await passCaughtUp(301)
    await cache.get('/jar', make)
    expect(make).toHaveBeenCalledTimes(3)
  })

  test('shows nothing that changes without an event', async () => {
    const cache = open()
    const make = makes(bytes(10), momentaryTag)
    await cache.get('/similar', make)
    await passCaughtUp(6)
    await cache.get('/similar', make)
    expect(make).toHaveBeenCalledTimes(2)
  })
})

test('a refresh that fails, with an error or an error answer, does not replace the present answer', async () => {
  const cache = cacheOf({ maxAgeMs: 10_000 })
  const make = vi.fn<MakeAnswer>(async () => answerOf('good'))
  await cache.get('/jar', make)
  make.mockResolvedValueOnce(answerOf('away', 503))
  await pass(8_100)
  await cache.get('/jar', make) // starts the refresh
  await pass(100)
  expect(textOf(await cache.get('/jar', make))).toBe('good')
  expect(make).toHaveBeenCalledTimes(2)
  await pass(300)
  await cache.get('/jar', make) // tries again
  expect(make).toHaveBeenCalledTimes(3)
})

test('only a few of many old answers are refreshed at a time, so that a request for another one finds a place', async () => {
  const cache = cacheOf({ maxAgeMs: 10_000 })
  const { make, finish } = slowReader()
  const keys = Array.from({ length: 20 }, (_, i) => `/${i}`)
  const first = Promise.all(keys.map((key) => cache.get(key, make)))
  for (const _ of keys) finish()
  await first
  await pass(8_100)
  await Promise.all(keys.map((key) => cache.get(key, make)))
  expect(make).toHaveBeenCalledTimes(30)
  finish()
  await pass(0)
  await Promise.all(keys.map((key) => cache.get(key, make)))
  expect(make).toHaveBeenCalledTimes(31)
})
