import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from './answer.ts'
import { AnswerStore, type MakeAnswer, momentaryTag } from './answer-store.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Moves the clock, and lets running work continue. */
async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds)
  for (let i = 0; i < 3; i += 1) await turn()
}

const answerOf = (text: string, status = 200): Answer => ({
  status,
  headers: {},
  etag: '""',
  encoding: 'identity',
  body: Buffer.from(text),
})
const bytes = (count: number) => answerOf('x'.repeat(count))
/** A store for this many answers of 10 bytes. */
const roomFor = (answers: number, searches = answers) =>
  new AnswerStore({ maxAgeMs: 60_000, bytes: { answers: answers * 4_106, searches: searches * 4_106 } })
const usual = () => roomFor(25)

const makes = (answer: Answer, ...tags: string[]) =>
  vi.fn<MakeAnswer>(async (into) => {
    for (const tag of tags) into.add(tag)
    return answer
  })

/** A state, and answers that read it when they begin. The test ends them. */
function slowReader() {
  const state = { price: 1 }
  const started: (() => void)[] = []
  const make = vi.fn<MakeAnswer>(async (tags) => {
    const { price } = state
    await new Promise<void>((resolve) => started.push(resolve))
    tags.add('jar')
    return answerOf(`price ${price}`)
  })
  return { state, make, finish: () => started.shift()?.() }
}

const textOf = (kept: { answer: Answer }) => kept.answer.body.toString()

test('an answer is made once, also for requests that arrive while it is made', async () => {
  const store = usual()
  const make = makes(bytes(10))
  await Promise.all([store.get('/', make), store.get('/', make)])
  await store.get('/', make)
  expect(make).toHaveBeenCalledOnce()
})

test('the age is counted from the moment at which the answer began to be made, not from its queueing or its end', async () => {
  const store = new AnswerStore({ maxAgeMs: 200 })
  const { make, finish } = slowReader()
  const inTurn = Promise.withResolvers<void>()
  const first = store.get('/', make, { inTurn: (work) => inTurn.promise.then(work) })
  await pass(210) // the wait for its turn does not age it
  inTurn.resolve()
  await pass(0)
  await pass(120)
  finish()
  await first
  expect(store.find('/')).toBeDefined()
  await pass(100)
  expect(store.find('/')).toBeUndefined()
})

test('the answers that were not used for longest are removed when the limit is reached, and searches displace none', async () => {
  const store = roomFor(3)
  const make = makes(bytes(10))
  for (const path of ['/1', '/2', '/3', '/1', '/4']) await store.get(path, make)
  for (let i = 0; i < 5; i += 1) await store.get(`/?query=${i}`, make, { isSearch: true })
  expect(['/1', '/2', '/3', '/4'].map((path) => store.find(path) !== undefined)).toEqual([true, false, true, true])
  expect(store.sizes.map(({ answers, bytes }) => [answers, bytes])).toEqual(Array(2).fill([3, 3 * 4_106]))
})

test('other encodings take only free room', async () => {
  const store = roomFor(3)
  const [first] = [await store.get('/1', makes(bytes(10))), await store.get('/2', makes(bytes(10)))]
  const sent = (body: string) => ({ status: 200, headers: [], route: '/', body })
  expect(store.keepSent(first, 'gzip', sent('x'.repeat(5_000)))).toBe(false)
  expect(store.keepSent(first, 'gzip', sent('x'.repeat(100)))).toBe(true)
  expect(store.find('/1')?.sent.gzip?.body).toHaveLength(100)
  expect(store.sizes[0]).toEqual({ cache: 'answers', bytes: 2 * 4_106 + 100, answers: 2 })
  store.clear()
  expect(store.keepSent(first, 'gzip', sent('x'))).toBe(false)
})

test.each([
  ['larger than the limit', bytes(3 * 4_106)],
  ['with another status than 200', answerOf('', 404)],
  ['for one visitor', { ...bytes(10), headers: { 'cache-control': 'private' } }],
  ['with a cookie', { ...bytes(10), headers: { 'set-cookie': 'a=1' } }],
])('an answer %s is returned and not kept', async (_what, answer) => {
  const store = roomFor(3)
  const make = makes(answer)
  for (let i = 0; i < 2; i += 1) expect((await store.get('/', make)).answer).toBe(answer)
  expect(make).toHaveBeenCalledTimes(2)
})

test('a failure is not kept', async () => {
  const store = usual()
  await expect(store.get('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect((await store.get('/', makes(bytes(10)))).answer.status).toBe(200)
})

test('clear removes every answer, also one that is being made', async () => {
  const store = usual()
  await store.get('/', makes(bytes(10)))
  const slow = Promise.withResolvers<Answer>()
  const stale = store.get('/products', () => slow.promise)
  store.clear()
  slow.resolve(bytes(10))
  await stale
  expect([store.find('/'), store.find('/products')]).toEqual([undefined, undefined])
})

test('a change removes the answers that show its subject, and no others', async () => {
  const store = usual()
  await store.get('/jar', makes(bytes(1), 'jar'))
  await store.get('/list', makes(bytes(1), 'jar', 'bale'))
  await store.get('/bale', makes(bytes(1), 'bale'))
  store.expire(['jar'])
  store.expire(['other'])
  expect(['/jar', '/list', '/bale'].map((path) => store.find(path) !== undefined)).toEqual([false, false, true])
})

test('so many changes that their tags fill the memory remove every answer', async () => {
  const store = usual()
  await store.get('/bale', makes(bytes(1), 'bale'))
  store.expire(Array.from({ length: 20_001 }, (_, i) => `product:${i}`))
  expect(store.find('/bale')).toBeUndefined()
})

test('a request after a change does not get an answer that began before it, also if others wait for that answer', async () => {
  const store = usual()
  const { state, make, finish } = slowReader()
  const before = store.get('/jar', make)
  state.price = 2
  store.expire(['jar'])
  const after = store.get('/jar', make) // joins, and then has it made again
  finish()
  expect(textOf(await before)).toBe('price 1')
  await pass(0)
  finish()
  expect(textOf(await after)).toBe('price 2')
  expect(textOf(await store.get('/jar', make))).toBe('price 2')
  expect(make).toHaveBeenCalledTimes(2)
})

test('a change while an answer waits for its turn does not make it old, because it has read nothing yet', async () => {
  const store = usual()
  const inTurn = Promise.withResolvers<void>()
  const first = store.get('/jar', makes(bytes(1), 'jar'), { inTurn: (work) => inTurn.promise.then(work) })
  store.expire(['jar'])
  inTurn.resolve()
  await first
  expect(store.find('/jar')).toBeDefined()
})

describe('an answer whose age is extended', () => {
  /** Moves the clock by seconds in which every event is known to have arrived. */
  async function passCaughtUp(store: AnswerStore, seconds: number): Promise<void> {
    for (let i = 0; i < seconds; i += 1) {
      await pass(1_000)
      store.caughtUp(performance.now())
    }
  }
  async function open(tag: string) {
    const store = new AnswerStore()
    store.caughtUp(performance.now())
    await store.get('/', makes(bytes(10), tag))
    return { store, isKept: () => store.find('/') !== undefined }
  }

  test('is sent while no event can be missing, and then ends with its age', async () => {
    const { store, isKept } = await open('jar')
    await passCaughtUp(store, 200)
    await pass(3_900)
    expect(isKept()).toBe(true)
    await pass(200)
    expect(isKept()).toBe(false)
  })

  test('is still removed by a change, and in any case after five minutes', async () => {
    const { store, isKept } = await open('jar')
    await passCaughtUp(store, 299)
    expect(isKept()).toBe(true)
    await passCaughtUp(store, 2)
    expect(isKept()).toBe(false)
    await store.get('/', makes(bytes(10), 'jar'))
    store.expire(['jar'])
    expect(isKept()).toBe(false)
  })

  test('shows nothing that changes without an event', async () => {
    const { store, isKept } = await open(momentaryTag)
    await passCaughtUp(store, 6)
    expect(isKept()).toBe(false)
  })

  test('is never extended over a time in which events were missed', async () => {
    const { store, isKept } = await open('jar')
    store.eventsMissed()
    await pass(1_000)
    expect(isKept()).toBe(true) // a process without its database could not make it again
    store.caughtUp(performance.now())
    expect(isKept()).toBe(false)
  })
})
