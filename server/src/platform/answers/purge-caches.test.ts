import { expect, onTestFinished, test, vi } from 'vitest'
import { openToldCache } from '../../testing/told-cache.ts'
import { type CachePurger, openCachePurger } from './purge-caches.ts'

const warn = vi.fn()
type Options = Partial<Parameters<typeof openCachePurger>[0]>

function open(urls: string[], options: Options = {}): CachePurger {
  warn.mockClear()
  const quick = { gatherMs: 20, repeatMs: 3_600_000, retryMs: [10, 10], timeoutMs: 10_000 }
  const purger = openCachePurger({ urls, log: { warn }, ...quick, ...options })
  onTestFinished(() => purger.close())
  return purger
}

async function openCache(answer?: Parameters<typeof openToldCache>[0]) {
  const cache = await openToldCache(answer)
  onTestFinished(() => cache.close())
  return cache
}

const some = (...paths: string[]) => ({ everything: false, paths })
const everything = { everything: true, paths: [] }

test('every cache is told a change, with the token, and told again later', async () => {
  const caches = await Promise.all([openCache(), openCache()])
  const purger = open(
    caches.map(({ url }) => url),
    { token: 'rahasia-antara-kita', repeatMs: 50 },
  )
  purger.tell(['/', '/products/1'])
  for (const { told, headers } of caches) {
    await expect.poll(() => told).toEqual([some('/', '/products/1'), some('/', '/products/1')])
    expect(headers()).toMatchObject({
      ':method': 'POST',
      ':path': '/purge?key=rahasia',
      'content-type': 'application/json',
      authorization: 'Bearer rahasia-antara-kita',
    })
  }
})

test('simultaneous changes are told together, each path one time', async () => {
  const { url, told } = await openCache()
  const purger = open([url])
  purger.tell(['/', '/a'])
  purger.tell([])
  purger.tell(['/', '/b'])
  await expect.poll(() => told).toEqual([some('/', '/a', '/b')])
  purger.tell(['/a'])
  purger.tell(undefined)
  await expect.poll(() => told.slice(1)).toEqual([everything])
})

test('more paths than the limit are told as a change of everything', async () => {
  const { url, told } = await openCache()
  const purger = open([url])
  for (let i = 0; i < 5_000; i += 1) purger.tell([`/${i}`])
  await expect.poll(() => told).toEqual([everything])
})

test('a failure is tried again; after the last try it is logged without the query, and the next change is told', async () => {
  const { url, told } = await openCache((response, count) => {
    response.writeHead(count === 2 || count > 5 ? 200 : 500).end()
  })
  const purger = open([url])
  purger.tell(['/a'])
  await expect.poll(() => told).toHaveLength(2)
  purger.tell(['/b'])
  await expect.poll(() => warn.mock.calls.length).toBe(1)
  expect(told).toHaveLength(5)
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ url: url.split('?')[0] })
  purger.tell(['/c'])
  await expect.poll(() => told.slice(5)).toEqual([some('/c')])
})

test('a silent cache delays nothing: telling returns at once, and the other cache is told', async () => {
  const [silent, other] = [await openCache(() => {}), await openCache()]
  const purger = open([silent.url, other.url], { timeoutMs: 200 })
  const before = performance.now()
  purger.tell(['/a'])
  expect(performance.now() - before).toBeLessThan(20)
  await expect.poll(() => silent.told).toHaveLength(1)
  for (let i = 0; i < 3; i += 1) {
    purger.tell([`/${i}`])
    await expect.poll(() => other.told).toHaveLength(i + 2)
  }
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0)
  // All changes that waited are one request.
  await expect.poll(() => silent.told.at(-1)).toEqual(some('/0', '/1', '/2'))
  expect(silent.told).toHaveLength(4)
})

test('the token is not sent to the target of a redirect', async () => {
  const other = await openCache()
  const cache = await openCache((response) => response.writeHead(307, { location: other.url }).end())
  open([cache.url], { token: 'rahasia-antara-kita' }).tell(['/a'])
  await expect.poll(() => warn.mock.calls.length).toBe(1)
  expect(cache.told).toHaveLength(3)
  expect(other.told).toEqual([])
})

test('closing sends the waiting changes, and waits at most a second for a silent cache', async () => {
  const [silent, other] = [await openCache(() => {}), await openCache()]
  const purger = open([silent.url, other.url], { gatherMs: 3_600_000 })
  purger.tell(['/a'])
  const before = performance.now()
  await purger.close()
  expect(other.told).toEqual([some('/a')])
  expect(performance.now() - before).toBeLessThan(9_000) // and not its time limit
  purger.tell(['/b'])
  expect(other.told).toHaveLength(1)
})
