/** The shop behind nginx and Caddy, set up as in deploy/, seen by a customer's browser. */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { errorSentences } from '@camilan/contract/errors'
import { imageSentences } from '@camilan/contract/images'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { formBytes } from '../../server/src/testing/forms.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeAdmin, makeUser } from '../../server/src/testing/make-user.ts'
import { clientOf } from '../../server/src/testing/shop-client.ts'
import { type ShopProcess, startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { ask, openAnswer } from './ask-proxy.ts'
import { newFolder } from './new-folder.ts'
import {
  domain,
  hasProxy,
  makePlace,
  nginxArguments,
  nginxSite,
  placedSite,
  programs,
  type RunningProxy,
  readExample,
  replaced,
  startProxy,
} from './proxies.ts'

const heartbeatSeconds = 20
const json = { 'content-type': 'application/json; charset=utf-8' }
const megabytes = (count: number) => count * 1_000_000

for (const name of ['nginx', 'caddy'] as const)
  describe.skipIf(!hasProxy(name))(`${name} from Debian, as in deploy/`, () => {
    const shop = useTestDb()
    let server: ShopProcess
    let proxy: RunningProxy

    beforeAll(async () => {
      server = await startShopProcess(shop.connection, {
        NODE_ENV: 'production',
        ALLOW_IN_PRODUCTION: 'sandbox',
        PUBLIC_URL: `https://${domain}`,
        TRUST_PROXY: '127.0.0.1',
        REGISTRATIONS_PER_ADDRESS: '1',
      })
      proxy = await startProxy(name, [new URL(server.origin).host])
      for (let count = 0; count < 12; count += 1) await makeProduct(shop.db)
    })
    afterAll(async () => {
      await proxy?.stop()
      await server?.kill()
    })

    test('sends http to https, and passes the health of the shop on', async () => {
      for (const path of ['/healthz', '/readyz']) expect(await ask(proxy, path)).toMatchObject({ status: 200 })
      const plain = http.get({ host: '127.0.0.1', port: proxy.httpPort, path: '/products', headers: { host: domain } })
      const [redirect] = (await once(plain, 'response')) as [http.IncomingMessage]
      redirect.resume()
      expect(redirect.statusCode).toBe(308)
      expect(redirect.headers.location).toMatch(new RegExp(`^https://${domain}(:\\d+)?/products$`))
    })

    test.each([
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const)('passes %s on as the shop has compressed it, once', async (encoding, decompress) => {
      const [script = ''] = /\/assets\/[^"]+\.js/.exec((await ask(proxy, '/')).text) ?? []
      for (const path of ['/', '/api/products', script]) {
        const { status, headers, body } = await ask(proxy, path, { headers: { 'accept-encoding': encoding } })
        expect([path, status, headers['content-encoding']]).toEqual([path, 200, encoding])
        const plain = await ask(proxy, path)
        expect(plain.headers['content-encoding']).toBeUndefined()
        expect(decompress(body).toString()).toBe(plain.text)
        expect(String(headers.vary).toLowerCase()).toContain('accept-encoding')
      }
    })

    test("counts limits by the customer's address, and ignores addresses that the customer claims", async () => {
      const register = async (from: string, email: string, claimed: Record<string, string> = {}) => {
        const form = { name: 'Ani', email, phone: '081234567890', password: 'nastar-keju-dan-teh' }
        const headers = { 'content-type': 'application/json', ...claimed }
        const body = Buffer.from(JSON.stringify(form))
        return (await ask(proxy, '/api/auth/register', { method: 'POST', from, headers, body })).status
      }
      expect(await register('127.0.0.2', 'a@contoh.id')).toBe(201)
      expect(await register('127.0.0.3', 'b@contoh.id')).toBe(201)
      expect(await register('127.0.0.2', 'c@contoh.id')).toBe(429)
      expect(await register('127.0.0.2', 'c@contoh.id', { 'x-forwarded-for': '203.0.113.9' })).toBe(429)
      expect(server.output()).not.toContain('X-Forwarded-For')
    })

    test('brings events of the live stream at once, and its heartbeats when they are due', async () => {
      const headers = { ...(await makeAdmin(shop.db)).headers, 'accept-encoding': 'gzip, br' }
      const stream = await openAnswer(proxy, '/api/notifications/stream', { headers })
      onTestFinished(stream.close)
      await expect.poll(stream.text).toContain('retry: 2000')
      await clientOf(await makeUser(shop.db), server.origin).buy(await makeProduct(shop.db))
      await expect.poll(stream.text, { timeout: 2_000 }).toContain('event: notification')
      const heartbeats = () => stream.text().split('event: heartbeat').length - 1
      await expect.poll(heartbeats).toBe(1)
      const firstAt = performance.now()
      await expect.poll(heartbeats).toBe(2)
      expect(Math.abs((performance.now() - firstAt) / 1_000 - heartbeatSeconds)).toBeLessThan(5)
    })

    test.each([5.6, 32])('refuses a picture of %d MB in the words of the shop', async (size) => {
      const image = new File([new Uint8Array(randomBytes(megabytes(size)))], 'foto.png')
      const { payload: body, headers } = await formBytes({ image })
      const customer = await makeUser(shop.db)
      const all = { ...headers, ...customer.headers }
      const answer = await ask(proxy, '/api/users/me', { method: 'PUT', body, headers: all })
      expect(answer).toMatchObject({ status: 413, headers: json })
      expect(JSON.parse(answer.text)).toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
        errors: imageSentences.profileSize,
      })
    })

    test('accepts 1 MB, and 64 MB for a picture, and refuses more in the form of the shop', async () => {
      // Instead of the shop, which would refuse much of it first.
      const reader = http.createServer((request, response) => void request.resume().once('end', () => response.end()))
      await once(reader.listen(0, '127.0.0.1'), 'listening')
      onTestFinished(() => void reader.close())
      const readerProxy = await startProxy(name, [`127.0.0.1:${(reader.address() as AddressInfo).port}`])
      onTestFinished(readerProxy.stop)
      const put = (path: string, bytes: number) => ask(readerProxy, path, { method: 'PUT', body: Buffer.alloc(bytes) })
      const pictures = ['/api/admin/products', '/api/admin/products/1', '/api/users/me', '/api/admin/users/me']
      for (const path of [...pictures, '/api/admin/settings/logo'])
        expect([path, (await put(path, megabytes(6))).status]).toEqual([path, 200])
      const others = ['/api/users/me/password', '/api/admin/settings', '/api/auth/login', '/api/orders', '/products']
      for (const path of others) {
        expect([path, (await put(path, 1_048_576)).status]).toEqual([path, 200])
        expect([path, (await put(path, megabytes(1.2))).status]).toEqual([path, 413])
      }
      const refused = await put('/api/users/me', megabytes(70))
      expect(refused).toMatchObject({ status: 413, headers: json })
      const sentence = errorSentences.PAYLOAD_TOO_LARGE
      expect(JSON.parse(refused.text)).toEqual({ errors: sentence, message: sentence, code: 'PAYLOAD_TOO_LARGE' })
    })

    test('answers for a shop that is restarted: JSON to the API, a page that reloads itself to people', async () => {
      await server.stop()
      const away = { 'retry-after': '5', 'cache-control': 'no-store' }
      const api = await ask(proxy, '/api/products')
      expect(api).toMatchObject({ status: 503, headers: { ...away, ...json } })
      const sentence = errorSentences.UNAVAILABLE
      expect(JSON.parse(api.text)).toEqual({ errors: sentence, message: sentence, code: 'UNAVAILABLE' })
      const page = await ask(proxy, '/products')
      expect(page).toMatchObject({ status: 503, headers: { ...away, 'content-type': 'text/html; charset=utf-8' } })
      expect(page.text).toContain('Toko sedang dibuka kembali.')
    })
  })

test.skipIf(!hasProxy('nginx'))('one nginx takes the files of two shops, several processes and a cache', async () => {
  const folder = await newFolder()
  const place = await makePlace(folder)
  const names = ['nginx.conf', 'nginx-cache.conf', 'nginx-cached-pages.conf']
  const [site = '', cache = '', pages = ''] = await Promise.all(names.map(readExample))
  const first = [await nginxSite(place, ['127.0.0.1:4001', '127.0.0.1:4002']), cache, pages]
  /** By the commands in the files. */
  const second = [site, cache, pages].map((input) => {
    const [, command = ''] = /(?<= )sed '([^']+)'/.exec(input === site ? site : cache) ?? []
    return execFileSync('sed', [command], { input, encoding: 'utf8' })
  })
  const blocks = [first, [placedSite(second[0] ?? '', place), ...second.slice(1)]].map(
    ([ownSite = '', ownCache = '', ownPages = '']) =>
      replaced(ownSite, [[/# include \S+;/, ownPages]]) + replaced(ownCache, [[/\/var\/cache\//, `${folder}/`]]),
  )
  const options = [...(await nginxArguments(folder, blocks.join('\n'))), '-t']
  const { status, stderr } = spawnSync(programs.nginx, options, { encoding: 'utf8' })
  expect([status, stderr.match(/\[(warn|emerg)\].*/g)]).toEqual([0, null])
})
