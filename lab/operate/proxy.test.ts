/** The shop behind nginx and Caddy, set up as in deploy/, seen by a customer's browser. */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { errorSentences } from '@camilan/contract/errors'
import { imageSentences } from '@camilan/contract/images'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../server/src/testing/free-port.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from '../../server/src/testing/make-user.ts'
import { multipartBody } from '../../server/src/testing/multipart-body.ts'
import { clientOf } from '../../server/src/testing/shop-client.ts'
import { type ShopProcess, startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import {
  domain,
  hasProxy,
  makeCertificate,
  nginxArguments,
  nginxExample,
  programs,
  proxyNames,
  type Replacement,
  type RunningProxy,
  readExample,
  replaced,
  startProxy,
} from './proxies.ts'

interface Answer {
  status: number
  headers: Record<string, unknown>
  body: Buffer
}

interface Request {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array
}

const heartbeatSeconds = 20

function* piecesOf(body: Uint8Array): Iterable<Uint8Array> {
  const size = 64 * 1024
  for (let start = 0; start < body.length; start += size) yield body.subarray(start, start + size)
}

describe.each(proxyNames)('%s', (name) => {
  describe.skipIf(!hasProxy(name))(`from Debian, as in deploy/`, () => {
    const shop = useTestDb()
    let server: ShopProcess
    let proxy: RunningProxy
    let customer: TestUser

    beforeAll(async () => {
      server = await startShopProcess(shop.connection, {
        NODE_ENV: 'production',
        ALLOW_IN_PRODUCTION: 'sandbox',
        PUBLIC_URL: `https://${domain}`,
        TRUST_PROXY: '127.0.0.1',
        REGISTRATIONS_PER_ADDRESS: '1',
      })
      proxy = await startProxy(name, [new URL(server.origin).host])
      customer = await makeUser(shop.db)
      for (let count = 0; count < 12; count += 1) await makeProduct(shop.db)
    })
    afterAll(async () => {
      await proxy?.stop()
      await server?.kill()
    })

    /** A connection of HTTP/2 from this IP address, whose certificate is checked. */
    async function connect(localAddress = '127.0.0.1', { httpsPort, certificate } = proxy) {
      const session = http2.connect(`https://127.0.0.1:${httpsPort}`, {
        ca: certificate,
        servername: domain,
        localAddress,
      } as http2.SecureClientSessionOptions)
      onTestFinished(() => session.destroy())
      await new Promise((resolve, reject) => session.once('connect', resolve).once('error', reject))
      return session
    }

    function send(
      session: http2.ClientHttp2Session,
      route: string,
      { method = 'GET', headers = {}, body }: Request = {},
    ) {
      const length = body ? { 'content-length': String(body.length) } : {}
      const stream = session.request({ ':path': route, ':method': method, ':authority': domain, ...length, ...headers })
      // In pieces, like a browser, so that an early answer is read before all is sent.
      if (body) Readable.from(piecesOf(body)).pipe(stream)
      else stream.end()
      return stream
    }

    async function ask(
      route: string,
      request: Request & { from?: string; through?: RunningProxy } = {},
    ): Promise<Answer> {
      const stream = send(await connect(request.from, request.through), route, request)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      let head: http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader = {}
      stream.once('response', (headers) => (head = headers))
      // An answer may be complete although the rest of the request was not read.
      const done = () => resolve({ status: Number(head[':status']), headers: head, body: Buffer.concat(chunks) })
      stream.once('end', done)
      stream.once('error', (error) => (head[':status'] === undefined ? reject(error) : done()))
      return promise
    }

    test('speaks HTTP/2 over TLS, sends http there, and passes the health of the shop on', async () => {
      expect((await connect()).alpnProtocol).toBe('h2')
      for (const route of ['/healthz', '/readyz']) expect(await ask(route)).toMatchObject({ status: 200 })
      const plain = http.get({ host: '127.0.0.1', port: proxy.httpPort, path: '/products', headers: { host: domain } })
      const [redirect] = (await new Promise((resolve) => plain.once('response', (...args) => resolve(args)))) as [
        http.IncomingMessage,
      ]
      redirect.resume()
      expect(redirect.statusCode).toBe(308)
      expect(redirect.headers.location).toMatch(new RegExp(`^https://${domain}(:\\d+)?/products$`))
    })

    test.each([
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const)('passes %s on as the shop has compressed it, once', async (encoding, decompress) => {
      const home = await (await fetch(server.origin)).text()
      const script = /\/assets\/[^"]+\.js/.exec(home)?.[0] ?? ''
      for (const route of ['/', '/api/products', script]) {
        const { status, headers, body } = await ask(route, { headers: { 'accept-encoding': encoding } })
        expect({ route, status, encoding: headers['content-encoding'] }).toEqual({ route, status: 200, encoding })
        const plain = await ask(route)
        expect(plain.headers['content-encoding']).toBeUndefined()
        expect(decompress(body).toString()).toBe(plain.body.toString())
        expect(String(headers.vary).toLowerCase()).toContain('accept-encoding')
      }
    })

    test("counts limits by the customer's address, and ignores addresses that the customer claims", async () => {
      const register = async (from: string, email: string, headers: Record<string, string> = {}) => {
        const form = { name: 'Ani', email, phone: '081234567890', password: 'nastar-keju-dan-teh' }
        const body = Buffer.from(JSON.stringify(form))
        const type = { 'content-type': 'application/json' }
        return (await ask('/api/auth/register', { method: 'POST', from, body, headers: { ...type, ...headers } }))
          .status
      }
      expect(await register('127.0.0.2', 'a@contoh.id')).toBe(201)
      expect(await register('127.0.0.3', 'b@contoh.id')).toBe(201)
      expect(await register('127.0.0.2', 'c@contoh.id')).toBe(429)
      expect(await register('127.0.0.2', 'c@contoh.id', { 'x-forwarded-for': '203.0.113.9' })).toBe(429)
      expect(server.output()).not.toContain('X-Forwarded-For')
    })

    test('brings events of the live stream at once, and its heartbeats when they are due', async () => {
      const admin = await makeAdmin(shop.db)
      const stream = send(await connect(), '/api/notifications/stream', {
        headers: { ...admin.headers, 'accept-encoding': 'gzip, br' },
      })
      let text = ''
      const heartbeats: number[] = []
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (chunk.includes('event: heartbeat')) heartbeats.push(performance.now())
      })
      await expect.poll(() => text).toContain('retry: 2000')
      const product = await makeProduct(shop.db)
      const before = performance.now()
      await clientOf(customer, server.origin).buy(product)
      await expect.poll(() => text, { timeout: 2_000 }).toContain('event: notification')
      console.log(`${name}: an event arrived ${(performance.now() - before).toFixed(0)} ms after the order was sent`)
      await expect.poll(() => heartbeats.length, { timeout: 60_000 }).toBe(2)
      const [first = 0, second = 0] = heartbeats
      expect(Math.abs((second - first) / 1_000 - heartbeatSeconds)).toBeLessThan(5)
      stream.close()
    })

    const megabytes = (count: number) => count * 1_000_000
    const upload = async (content: Uint8Array) => {
      const { payload, headers } = await multipartBody({ image: new File([new Uint8Array(content)], 'foto.png') })
      return ask('/api/users/me', { method: 'PUT', body: payload, headers: { ...headers, ...customer.headers } })
    }

    test('lets a picture of 4.8 MB through', async () => {
      const side = Math.round(Math.sqrt(megabytes(4.79) / 3))
      const noise = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
      const picture = await noise.png({ compressionLevel: 0 }).toBuffer()
      expect(Math.abs(picture.length - megabytes(4.8))).toBeLessThan(20_000)
      const { status, body } = await upload(picture)
      expect({ status, body: body.toString() }).toMatchObject({ status: 200 })
      expect(JSON.parse(body.toString()).data.image).toMatch(new RegExp(`^https://${domain}/media/`))
    })

    test.each([5.6, 32])('refuses a picture of %d MB in the words of the shop', async (size) => {
      const { status, headers, body } = await upload(randomBytes(megabytes(size)))
      expect({ status, type: headers['content-type'] }).toEqual({
        status: 413,
        type: 'application/json; charset=utf-8',
      })
      expect(JSON.parse(body.toString())).toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
        errors: imageSentences.profileSize,
      })
    })

    test('accepts 1 MB, and 64 MB for a picture, and refuses more in the form of the shop', async () => {
      // Instead of the shop, which would refuse much of it first.
      const reader = http.createServer((request, response) => void request.resume().once('end', () => response.end()))
      await new Promise<void>((resolve) => void reader.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void reader.close())
      const readerProxy = await startProxy(name, [`127.0.0.1:${(reader.address() as AddressInfo).port}`])
      onTestFinished(readerProxy.stop)
      const put = (route: string, bytes: number) =>
        ask(route, { method: 'PUT', body: Buffer.alloc(bytes), through: readerProxy })
      const pictures = ['/api/admin/products', '/api/admin/products/1', '/api/users/me', '/api/admin/users/me']
      for (const route of [...pictures, '/api/admin/settings/logo'])
        expect([route, (await put(route, megabytes(6))).status]).toEqual([route, 200])
      const others = ['/api/users/me/password', '/api/admin/settings', '/api/auth/login', '/api/orders', '/products']
      for (const route of others) {
        expect([route, (await put(route, 1_048_576)).status]).toEqual([route, 200])
        expect([route, (await put(route, megabytes(1.2))).status]).toEqual([route, 413])
      }
      const { status, headers, body } = await put('/api/users/me', megabytes(70))
      expect({ status, type: headers['content-type'] }).toEqual({
        status: 413,
        type: 'application/json; charset=utf-8',
      })
      const sentence = errorSentences.PAYLOAD_TOO_LARGE
      expect(JSON.parse(body.toString())).toEqual({ errors: sentence, message: sentence, code: 'PAYLOAD_TOO_LARGE' })
    })

    test('answers for a shop that is restarted: JSON to the API, a page that reloads itself to people', async () => {
      await server.stop()
      const api = await ask('/api/products')
      const sentence = errorSentences.UNAVAILABLE
      expect(api).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } })
      expect(JSON.parse(api.body.toString())).toEqual({ errors: sentence, message: sentence, code: 'UNAVAILABLE' })
      const page = await ask('/products')
      expect(page).toMatchObject({ status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
      expect(page.body.toString()).toContain('Toko sedang dibuka kembali.')
    })
  })
})

test.skipIf(!hasProxy('nginx'))(
  'one nginx takes the files of two shops, for several processes and with a cache',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'nginx-two-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const certificate = makeCertificate(folder)
    const [site = '', several = '', cache = '', cachedPages = ''] = await Promise.all(
      ['nginx.conf', 'nginx-several.conf', 'nginx-cache.conf', 'nginx-cached-pages.conf'].map(readExample),
    )
    const first = replaced(site, [[/upstream camilan \{[^}]*\}\nupstream camilan_live \{[^}]*\}/, several]])
    /** By the commands in the files. */
    const second = [site, cache, cachedPages].map((input, index) => {
      const [, command = ''] = /(?<= )sed '([^']+)'/.exec(index === 0 ? site : cache) ?? []
      return execFileSync('sed', [command], { input, encoding: 'utf8' })
    })
    const blocks = await Promise.all(
      [[first, cache, cachedPages], second].map(async ([own = '', ownCache = '', ownPages = '']) => {
        const plan = { httpPort: await freePort(), httpsPort: await freePort(), ...certificate }
        const included: Replacement = [/# include \S+;/, ownPages]
        return nginxExample(own, plan, [included]) + replaced(ownCache, [[/\/var\/cache\//, `${folder}/`]])
      }),
    )
    const options = [...(await nginxArguments(folder, blocks.join('\n'))), '-t']
    const { status, stderr } = spawnSync(programs.nginx, options, { encoding: 'utf8' })
    expect({ status, lines: stderr.split('\n').filter((line) => /\[(warn|emerg)\]/.test(line)) }).toEqual({
      status: 0,
      lines: [],
    })
  },
)
