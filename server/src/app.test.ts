/** The behaviour that the routes of all rooms share. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { useShop } from './testing/make-shop.ts'

const lines: string[] = []
const shop = useShop({
  environment: { CORS_ORIGINS: 'https://lain.id' },
  logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
})

const ask = (method: string, path: string, init: RequestInit = {}) =>
  fetch(`${shop.origin}${path}`, { method, ...init })
const json = { 'content-type': 'application/json' }

async function failureOf(response: Response) {
  const body = (await response.json()) as Record<string, unknown>
  expect(body.errors).toEqual(expect.stringMatching(/\S/))
  expect(body.message).toBe(body.errors)
  expect(Object.keys(body).filter((key) => !['errors', 'message', 'code', 'fields', 'data'].includes(key))).toEqual([])
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  return `${response.status} ${body.code}`
}

test.each([
  ['bad JSON', '{"email":', '400 VALIDATION'],
  ['no JSON at all', 'nastar', '400 VALIDATION'],
  ['a poisoned prototype', '{"__proto__":{"is_admin":true},"email":"a@b.id","password":"12345678"}', '400 VALIDATION'],
  ['null', 'null', '400 VALIDATION'],
  ['nothing', '', '400 VALIDATION'],
])('a body of %s', async (_what, body, failure) => {
  expect(await failureOf(await ask('POST', '/api/auth/login', { body, headers: json }))).toBe(failure)
})

test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'kotak'])(
  'a body of type %s is not supported',
  async (type) => {
    const asked = ask('POST', '/api/auth/login', { body: 'email=a', headers: { 'content-type': type } })
    expect(await failureOf(await asked)).toBe('415 UNSUPPORTED_MEDIA')
  },
)

test.each([
  ['GET', '/api'],
  ['GET', '/api/'],
  ['GET', '/api/tidak-ada'],
  ['POST', '/api/tidak-ada'],
  ['PROPFIND', '/api/tidak-ada'],
  ['GET', '/api/products/%E0%A4%A'],
  ['GET', '/api/%'],
  ['GET', `/api/products/${'a'.repeat(2_000)}`],
])('%s %s is not found', async (method, path) => {
  expect(await failureOf(await ask(method, path))).toBe('404 NOT_FOUND')
})

test.each([
  ['DELETE', '/api/products', 'GET, HEAD, OPTIONS'],
  ['PATCH', '/api/orders/me', 'GET, HEAD, OPTIONS'],
  ['GET', '/api/auth/login', 'POST, OPTIONS'],
  ['POST', '/api/products/0b0e7a52-6d5c-4a0f-9d5e-3f1f1f0f9a11', 'GET, HEAD, OPTIONS'],
  ['PROPFIND', '/api/products?page=2', 'GET, HEAD, OPTIONS'],
  ['LOCK', '/api/orders/me', 'GET, HEAD, OPTIONS'],
  ['SEARCH', '/api/orders/261128-AAAAAA/refresh/', 'POST, OPTIONS'],
])('%s %s is a wrong method', async (method, path, allow) => {
  const answer = await ask(method, path)
  expect(answer.headers.get('allow')).toBe(allow)
  expect(await failureOf(answer)).toBe('405 METHOD_NOT_ALLOWED')
  const options = await ask('OPTIONS', path)
  expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, allow, ''])
})

test('an unknown path is refused before its body is read', async () => {
  const body = 'x'.repeat(2_000_000)
  expect(await failureOf(await ask('POST', '/api/tidak-ada', { body, headers: json }))).toBe('404 NOT_FOUND')
})

test('a slash at the end of a path is ignored', async () => {
  const [plain, slashed] = [await ask('GET', '/api/products?limit=1'), await ask('GET', '/api/products/?limit=1')]
  expect([plain.status, slashed.status]).toEqual([200, 200])
  expect(await slashed.json()).toEqual(await plain.json())
})

test('the response to an unexpected error has no details', async () => {
  await shop.db.schema.alterTable('products').renameTo('hidden').execute()
  const response = await ask('GET', '/api/products?query=tersembunyi') // no ready answer exists
  await shop.db.schema.alterTable('hidden').renameTo('products').execute()
  const copy = response.clone()
  expect(await failureOf(response)).toBe('500 INTERNAL')
  expect(await copy.text()).not.toMatch(/relation|products|select/)
})

test('the headers do not name the server, and forbid content sniffing', async () => {
  const { headers } = await ask('GET', '/api/products')
  expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})

test('a page can call the API only from the listed origins', async () => {
  const from = async (origin: string) =>
    (await ask('GET', '/api/products', { headers: { origin } })).headers.get('access-control-allow-origin')
  expect(await from('https://lain.id')).toBe('https://lain.id')
  expect(await from('https://jahat.id')).toBeNull()
  const preflight = await ask('OPTIONS', '/api/orders', {
    headers: {
      origin: 'https://lain.id',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,idempotency-key',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE')
  expect(Number(preflight.headers.get('access-control-max-age'))).toBeGreaterThan(0)
  const answer = await ask('GET', '/api/products', { headers: { origin: 'https://lain.id' } })
  expect(answer.headers.get('access-control-expose-headers')).toBe('retry-after')
})

test('an Idempotency-Key of up to 255 characters is accepted', async () => {
  const ani = await shop.customer()
  const chips = await shop.product()
  expect(await ani.addToCart(chips, 1, 'k'.repeat(256))).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect((await ani.addToCart(chips, 1, 'k'.repeat(255))).status).toBe(201)
  expect(await ani.addToCart(chips, 2, 'k'.repeat(255))).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  })
  expect((await ani.addToCart(chips, 1, 'k'.repeat(255))).status).toBe(201)
  expect(await ani.cart()).toMatchObject([{ quantity: 1 }])
})

/** All bytes that the server sends after these, until it closes the connection. */
async function exchange(bytes: string | Buffer): Promise<Response> {
  const connection = connect(Number(new URL(shop.origin).port), '127.0.0.1')
  const chunks: Buffer[] = []
  connection.on('data', (chunk) => chunks.push(chunk))
  const closed = new Promise((resolve, reject) => connection.once('close', resolve).once('error', reject))
  connection.write(bytes)
  await closed
  const text = Buffer.concat(chunks).toString()
  const [head = '', body] = text.split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  return new Response(body, {
    status: Number(line.split(' ')[1]),
    headers: headers.map((header) => header.split(': ') as [string, string]),
  })
}

test.each([
  ['a header of 17 kB', `GET /api/products HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(17_000)}\r\n\r\n`],
  ['headers of 2 MB', `GET /api/products HTTP/1.1\r\nhost: x\r\n${`x-long: ${'a'.repeat(9_990)}\r\n`.repeat(200)}\r\n`],
  ['a URL of 20 kB', `GET /api/products?query=${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
  ['a malformed request line', 'INI BUKAN PERMINTAAN\r\n\r\n'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nhost: x\r\nrusak\r\n\r\n'],
  [
    'a malformed chunk',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  ],
  ['two lengths', 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\n{}{}'],
])('%s is 400 in the form of the API, and the connection is closed', async (_what, bytes) => {
  const answer = await exchange(bytes)
  expect(answer.headers.get('connection')).toBe('close')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(await failureOf(answer)).toBe('400 VALIDATION')
})

test('a body in chunks of one byte is read as one body, also where a chunk ends inside a character', async () => {
  const form = { name: 'Bu Añi 😋', email: 'potong@contoh.id', password: 'nastar-keju-dan-teh', phone: '081234567890' }
  const bytes = [...Buffer.from(JSON.stringify(form))].flatMap((byte) => [...Buffer.from('1\r\n'), byte, 13, 10])
  const head =
    'POST /api/auth/register HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
  const answer = await exchange(Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('0\r\n\r\n')]))
  expect(answer.status).toBe(201)
  expect(await answer.text()).toContain('"name":"Bu Añi 😋"')
})

test.each([
  ['JSON', 'POST', '/api/carts', 'application/json', '{"product_id":"'],
  [
    'a form',
    'PUT',
    '/api/users/me',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nPNG',
  ],
])('a client that leaves in the middle of %s causes no line in the log', async (_what, ...sent) => {
  const [method, path, type, begin] = sent
  const { headers } = await shop.customer()
  const connection = connect(Number(new URL(shop.origin).port), '127.0.0.1')
  const arrives = once(shop.server.server, 'request')
  connection.write(
    `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${headers.authorization}\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n${begin}`,
  )
  const [request] = (await arrives) as [IncomingMessage]
  await expect.poll(() => request.listenerCount('data')).toBeGreaterThan(0) // its guard is over
  lines.length = 0
  const closed = new Promise((resolve) => request.once('close', resolve))
  connection.destroy()
  await closed
  await ask('GET', '/healthz')
  expect(lines).toEqual([])
})

test('a slow sender keeps a connection for one minute at most, and a client that reads nothing for two', () => {
  const { headersTimeout, requestTimeout, timeout } = shop.server.server
  expect({ headersTimeout, requestTimeout, timeout }).toEqual({
    headersTimeout: 20_000,
    requestTimeout: 60_000,
    timeout: 120_000,
  })
})

test('invalid bytes on the connection of an open response are not answered in the middle of it', async () => {
  const buyer = await shop.customer()
  const connection = connect(Number(new URL(shop.origin).port), '127.0.0.1')
  let received = ''
  connection.on('data', (chunk) => {
    received += chunk
  })
  const { authorization } = buyer.headers
  connection.write(`GET /api/notifications/stream HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`)
  await expect.poll(() => received).toContain('retry: ')
  connection.write('INI BUKAN PERMINTAAN\r\n\r\n')
  await buyer.buy(await shop.product())
  await expect.poll(() => received).toContain('event: ')
  connection.destroy()
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})

test('a connection without a request does not delay the close', async () => {
  const connection = connect(Number(new URL(shop.origin).port), '127.0.0.1')
  const accepted = new Promise((resolve) => shop.server.server.once('connection', resolve))
  const closed = new Promise((resolve) => connection.once('close', resolve))
  await accepted
  await shop.server.close()
  await closed
})
