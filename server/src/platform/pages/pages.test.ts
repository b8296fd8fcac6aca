import '../../testing/production-react.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import Fastify from 'fastify'
import { data, RouterContextProvider } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { ReadyAnswers } from '../answers/ready-answers.ts'
import { refusalFrom, sendFailure } from '../http/json-api.ts'
import { builtPages, type PageOptions } from './pages.ts'
import { assetsFolder, type WebBuild } from './web-build.ts'

type Load = (path: string) => Promise<{ status?: number; html?: string; headers?: [string, string][] }>

/** A route passes on the headers that its loader has thrown, or those of its data. */
const ownHeaders = ({ loaderHeaders, errorHeaders }: { loaderHeaders: Headers; errorHeaders?: Headers }) =>
  errorHeaders ?? loaderHeaders

const route = (id: string, parentId: string | undefined, path: string | undefined, module: object = {}) => ({
  [id]: {
    id,
    parentId,
    path,
    index: id === 'home',
    module: { default() {}, headers: ownHeaders, ...module },
  },
})

interface OpenOptions extends Partial<Pick<PageOptions<null>, 'assetFolders' | 'shared'>> {
  loadRoot?: () => Promise<string>
}

/** A server of pages whose rendering is `load`. `rendered` are the rendered paths in their order. */
async function open(
  load: Load = async () => ({}),
  { assetFolders = [assetsFolder], shared, loadRoot = async () => '' }: OpenOptions = {},
) {
  const rendered: string[] = []
  const asked: string[] = []
  const running = { now: 0, most: 0 }
  const skips = new WeakMap<object, boolean>()
  const loader = async ({ request }: { request: Request }) => {
    const url = new URL(request.url).pathname + new URL(request.url).search
    asked.push(url)
    running.now += 1
    running.most = Math.max(running.most, running.now)
    const { status = 200, html = '', headers = [] } = await load(url).finally(() => (running.now -= 1))
    if (status !== 200) throw new Response(null, { status, headers })
    return data(html, { headers })
  }
  const build = {
    routes: {
      ...route('root', undefined, '', { loader: loadRoot }),
      ...route('home', 'root', undefined, { loader }),
      ...route('list', 'root', 'list', { loader }),
      ...route('thing', 'root', 'things/:id', { loader }),
      ...route('account', 'root', 'account/:id'),
      ...route('unknown', 'root', '*', { loader: async () => Promise.reject(new Response(null, { status: 404 })) }),
    },
    assets: { routes: { root: { css: ['/a.css'] } }, version: '1' },
    future: {},
    routeDiscovery: { mode: 'initial' },
    ssr: true,
    entry: {
      module: {
        makeContext(_: null, { hasNotFoundPage = false } = {}) {
          const context = new RouterContextProvider()
          skips.set(context, hasNotFoundPage)
          return context
        },
        renderOffline: () => ({ page: '', link: '', note: '' }),
        renderBusyPage: (shopName: string, stylesheets: string[]) => `<h1>${shopName} ramai</h1>${stylesheets}`,
        default: async (
          request: Request,
          status: number,
          headers: Headers,
          { staticHandlerContext }: { staticHandlerContext: { loaderData: Record<string, unknown> } },
          context: object,
        ) => {
          if (status === 404 && skips.get(context)) return new Response(null, { status, headers })
          rendered.push(new URL(request.url).pathname)
          return new Response(Object.values(staticHandlerContext.loaderData).join(''), { status, headers })
        },
      },
    },
  } as unknown as WebBuild<null>
  const app = Fastify({ trustProxy: true })
  app.setErrorHandler((error: Error, request, reply) => sendFailure(refusalFrom(error, request), reply))
  const ready = new ReadyAnswers({ maxAgeMs: 60_000 }) // no answer ends by its age, even on a busy machine
  const pages = builtPages(build, {
    contextFor: () => null,
    ready,
    shopName: () => 'Camilan',
    publicUrl: 'https://camilan.id',
    trustedOrigins: () => [],
    queryReaders: {
      '/list': (given) => ({
        parameters: given.get('query') ? { query: given.get('query') ?? '' } : {},
        isSearch: given.has('query'),
      }),
    },
    parameters: ['query'],
    assetFolders,
    shared,
  })
  await pages.register(app)
  onTestFinished(() => app.close())
  const get = (url: string, ip = '203.0.113.66', headers = {}) =>
    app.inject({ url, headers: { 'x-forwarded-for': ip, ...headers } })
  return { get, rendered, asked, running, ready, forget: pages.forget }
}

test('all unknown pages are one page, which is rendered once', async () => {
  const { get, rendered } = await open()
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => get(`/tidak-ada-${i}/${i}?x=${i}`)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(404))
  expect(rendered).toEqual(['/*'])
})

test('a page without a loader is the same for all URLs of its route, and is rendered once', async () => {
  const { get, rendered } = await open()
  for (const id of ['1', '2', '3']) expect((await get(`/account/${id}`)).statusCode).toBe(200)
  expect(rendered).toEqual(['/account/:id'])
})

test('a request after a change of all pages gets no page that began before it', async () => {
  let name = 'lama'
  let held: Promise<void> | undefined
  let begun = 0
  const loadRoot = async () => {
    const seen = name
    begun += 1
    await held
    return seen
  }
  const { get, forget } = await open(undefined, { loadRoot })
  expect((await get('/account/1')).body).toContain('lama')
  forget()
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  const before = [get('/account/2'), get('/tidak-ada')]
  await expect.poll(() => begun).toBe(3)
  name = 'baru'
  forget()
  const after = [get('/account/3'), get('/tidak-ada-1')]
  resolve()
  await Promise.all(before)
  for (const answer of await Promise.all(after)) expect(answer.body).toContain('baru')
  for (const url of ['/account/1', '/account/2', '/tidak-ada-2']) expect((await get(url)).body).toContain('baru')
})

test('a name in a path that does not exist is looked up each time, and its page is rendered once', async () => {
  const { get, rendered, asked } = await open(async (path) => ({ status: path === '/things/ada' ? 200 : 404 }))
  for (const id of ['1', '2', '3', 'ada']) {
    expect((await get(`/things/${id}`)).statusCode).toBe(id === 'ada' ? 200 : 404)
  }
  expect(asked).toEqual(['/things/1', '/things/2', '/things/3', '/things/ada'])
  expect(rendered).toEqual(['/things/1', '/things/ada'])
})

test('pages are rendered one at a time, the networks take turns, and a request without a place gets a 503 page that says so', async () => {
  const gate = Promise.withResolvers<void>()
  const { get, asked, running } = await open(async () => {
    await gate.promise
    await turn()
    return {}
  })
  const flood = Array.from({ length: 600 }, (_, i) => get(`/list?query=${i}`))
  const refused = await Promise.race(flood)
  expect(refused.statusCode).toBe(503)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers['cache-control']).toBe('no-store')
  expect(refused.body).toBe('<h1>Camilan ramai</h1>/a.css')
  const other = get('/list?query=nastar', '198.51.100.7')
  const usual = get('/list') // has few variants, so a flood of searches does not delay it
  gate.resolve()
  expect((await usual).statusCode).toBe(200)
  expect((await other).statusCode).toBe(200)
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(400) // one place of 401 went to the other network
  expect(statuses.filter((status) => status === 503)).toHaveLength(200)
  expect(asked.indexOf('/list?query=nastar')).toBeLessThan(5)
  expect(running.most).toBe(2) // one of the searches, one of the usual pages
})

test('searches remove no other page from the cache', async () => {
  const html = randomBytes(30_000).toString('base64')
  const { get, ready } = await open(async () => ({ html }))
  await get('/')
  await get('/things/1')
  for (let i = 0; i < 200; i += 1) await get(`/list?query=${i}`) // 8 MB, more than all searches may take
  const [answers, searches] = ready.sizes
  expect(answers).toMatchObject({ cache: 'answers', answers: 2 })
  expect(searches?.answers).toBeLessThan(150)
})

test.each([301, 302, 303, 307, 308])(
  'a redirect with %i has its target, and keeps its other headers',
  async (status) => {
    const { get } = await open(async () => ({
      status,
      headers: [
        ['location', '/tujuan'],
        ['set-cookie', 'a=1; Path=/'],
        ['set-cookie', 'b=2; Path=/'],
        ['cache-control', 'no-store'],
      ],
    }))
    for (const url of ['/', '/list', '/list/', '/list?query=x', '/things/1']) {
      const { statusCode, headers, body } = await get(url)
      expect({ statusCode, body, ...headers }, url).toMatchObject({
        statusCode: status,
        body: '',
        location: '/tujuan',
        'set-cookie': ['a=1; Path=/', 'b=2; Path=/'],
        'cache-control': 'no-store',
      })
    }
  },
)

test.each([200, 404, 500])('a page with status %i keeps the headers of its routes', async (status) => {
  const headers: [string, string][] = [
    ['x-robots-tag', 'noindex'],
    ['vary', 'accept-language'],
    ['cache-control', 'public, max-age=60'],
    ['content-security-policy', "script-src 'unsafe-inline'"],
  ]
  const { get } = await open(async () => ({ status, headers }))
  // The second page is known, so it is not rendered again.
  for (const url of ['/things/1', '/things/2', '/things/2', '/list']) {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers['x-robots-tag']], url).toEqual([status, 'noindex'])
    expect(answer.headers.vary, url).toBe('accept-language, accept-encoding')
    expect(answer.headers['cache-control'], url).toBe('public, max-age=60')
    expect(answer.headers['content-security-policy'], url).toContain("script-src 'self'")
  }
})

test('a page without headers of its own must be asked for again', async () => {
  const { get } = await open()
  for (const url of ['/list', '/account/1']) expect((await get(url)).headers['cache-control'], url).toBe('no-cache')
})

test('caches in front may keep pages of the named patterns, and no other answer', async () => {
  const answers: Record<string, Awaited<ReturnType<Load>>> = {
    '/things/cookie': { headers: [['set-cookie', 'a=1']] },
    '/things/own': { headers: [['cache-control', 'private']] },
    '/things/404': { status: 404 },
    '/things/500': { status: 500 },
    '/things/503': { status: 503 },
  }
  const cacheControl = 'public, max-age=0, s-maxage=10'
  const { get } = await open(async (path) => answers[path] ?? {}, {
    shared: { cacheControl, patterns: ['/list', '/things/:id'] },
  })
  const policy = async (url: string) => String((await get(url)).headers['cache-control'])
  for (const url of ['/list', '/list/?x=1', '/things/1']) expect(await policy(url), url).toBe(cacheControl)
  for (const url of ['/', '/list?query=x', '/account/1', '/tidak-ada', ...Object.keys(answers)]) {
    for (const _ of ['made', 'known']) expect(await policy(url), url).not.toContain('s-maxage')
  }
})

test('a page with a cookie, or one that forbids caching, is made for each visitor', async () => {
  let made = 0
  const { get } = await open(async (path) => {
    made += 1
    const cookie: [string, string] = ['set-cookie', `visitor=${made}`]
    return { headers: [path === '/list' ? ['cache-control', 'private'] : cookie] }
  })
  const cookies = (await Promise.all([1, 2, 3].map(() => get('/things/1')))).map(({ headers }) => headers['set-cookie'])
  expect(new Set(cookies.map(String))).toEqual(new Set(['visitor=1', 'visitor=2', 'visitor=3']))
  made = 0
  await get('/list')
  await get('/list')
  expect(made).toBe(2)
})

test.each([
  '/list.data',
  '/_root.data',
  '/things/1.data',
  '/things/1%2Edata',
  '/things/1.DATA/',
  '/things/1.d%61ta?x=1',
])('%s is not found, and nothing is rendered', async (url) => {
  const { get, asked, rendered } = await open()
  expect((await get(url)).statusCode).toBe(404)
  expect([asked, rendered]).toEqual([[], []])
})

test('files of this build and of former ones are served compressed, for browsers to keep; others are 404', async () => {
  const folders = await Promise.all(['a', 'b'].map((name) => mkdtemp(path.join(tmpdir(), `assets-${name}-`))))
  onTestFinished(() => void folders.map((folder) => rm(folder, { recursive: true })))
  const [present = '', former = ''] = folders
  await writeFile(path.join(present, 'page-new.js'), 'new')
  for (const folder of folders) await writeFile(path.join(folder, 'react-same.js'), 'same')
  await writeFile(path.join(former, 'page-old.js'), 'old')
  await writeFile(path.join(former, 'page-old.js.br'), 'compressed')
  const { get } = await open(undefined, { assetFolders: folders })
  expect((await get('/assets/page-new.js')).body).toBe('new')
  expect((await get('/assets/react-same.js')).body).toBe('same')
  const old = await get('/assets/page-old.js', undefined, { 'accept-encoding': 'br' })
  expect(old).toMatchObject({ statusCode: 200, body: 'compressed' })
  expect(old.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await get('/assets/page-older.js')).statusCode).toBe(404)
  expect((await get('/assets/page-old.js.br')).statusCode).toBe(404)
})
