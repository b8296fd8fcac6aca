/** The shop seen from outside: /metrics, request ids, the access log. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { readRelease } from '../../platform/release.ts'
import { forgeNotification } from '../../testing/gateway-notification.ts'
import { useShop } from '../../testing/make-shop.ts'
import { readMetrics } from '../../testing/read-metrics.ts'
import { isOfRequest, statementsOf } from '../../testing/statements.ts'

const token = 'rahasia-untuk-prometheus'
const lines: string[] = []
const shop = useShop({
  environment: { METRICS_TOKEN: token, ACCESS_LOG: 'on', TRUST_PROXY: '127.0.0.1' },
  logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
})
const plain = useShop()

const scrape = (authorization = `Bearer ${token}`) => fetch(`${shop.origin}/metrics`, { headers: { authorization } })
const metrics = async () => readMetrics(await (await scrape()).text())

/** The database is read at most every 15 s, and a test does not wait that long. */
let passedMs = 0
async function freshMetrics() {
  passedMs += 16_000
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + passedMs)
  try {
    return await metrics()
  } finally {
    later.mockRestore()
  }
}

test('/metrics is 404 unless the configuration asks for it, and 401 without the token', async () => {
  expect((await fetch(`${plain.origin}/metrics`)).status).toBe(404)
  for (const wrong of ['', 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(0, -1)}`, token]) {
    const refused = await scrape(wrong)
    expect([wrong, refused.status, refused.headers.get('www-authenticate')]).toEqual([wrong, 401, 'Bearer'])
    expect(await refused.text()).not.toContain('camilan_')
  }
  const answer = await scrape()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('each metric in the alert rules exists', async () => {
  const rules = await readFile(path.join(import.meta.dirname, '../../../../deploy/alerts.yml'), 'utf8')
  const used = new Set(rules.match(/\b(camilan|nodejs|process)_[a-z0-9_]+/g))
  expect(used.size).toBeGreaterThan(15)
  const text = await (await scrape()).text()
  const job = /^camilan_job_/ // set by main.ts, which has jobs: lab/operate/alerts.test.ts
  const missing = [...used].filter((name) => !job.test(name) && !new RegExp(`^${name}[ {]`, 'm').test(text))
  expect(missing).toEqual([])
})

test('requests are counted by the pattern of their route, also those that are answered before routing', async () => {
  const product = await shop.product()
  const ask = () => shop.ask('GET', `/products/${product.id}`)
  const labels = { method: 'GET', route: '/api/products/:id' }
  const count = async () => (await metrics()).value('camilan_http_requests_total', { ...labels, status: '200' }) ?? 0
  const before = await count()
  const readyBefore = (await metrics()).value('camilan_ready_answers_total') ?? 0
  for (let i = 0; i < 10; i += 1) expect((await ask()).status).toBe(200)
  const after = await metrics()
  expect((await count()) - before).toBe(10)
  expect((after.value('camilan_ready_answers_total') ?? 0) - readyBefore).toBeGreaterThanOrEqual(8)
  expect(after.value('camilan_http_request_duration_seconds_count', labels)).toBeGreaterThanOrEqual(10)
  expect(after.value('camilan_http_request_duration_seconds_sum', labels)).toBeGreaterThan(0)
  expect(after.value('camilan_ready_answers_bytes', { cache: 'answers' })).toBeGreaterThan(0)
  await fetch(`${shop.origin}/api/tidak-ada`)
  await shop.ask('GET', '/orders/bukan-pesanan')
  const { text } = await metrics()
  expect(text).not.toMatch(/tidak-ada|bukan-pesanan/)
  expect(text).not.toContain(product.id)
})

test('/metrics has orders, mail, refunds and the backup', async () => {
  const ani = await shop.customer()
  const before = await freshMetrics()
  await shop.unpaidOrder(ani)
  await shop.paidOrder(ani)
  await shop.advanceClock(hours(2))
  const after = await freshMetrics()
  const added = (name: string, labels: Record<string, string> = {}) =>
    (after.value(name, labels) ?? Number.NaN) - (before.value(name, labels) ?? 0)
  expect(added('camilan_orders', { status: 'DIPROSES' })).toBe(1)
  expect(added('camilan_orders', { status: 'DIBAYAR' })).toBe(1)
  expect(after.value('camilan_orders', { status: 'SELESAI' })).toBe(0)
  expect(after.value('camilan_orders_oldest_unpaid_age_seconds')).toBe(7_200)
  expect(after.value('camilan_backup_interval_seconds')).toBe(86_400)
  expect(after.value('camilan_backup_last_timestamp_seconds')).toBeUndefined()
  expect(after.value('camilan_disk_free_bytes', { disk: 'data' })).toBeGreaterThan(0)
  expect(after.value('camilan_database_up')).toBe(1)
  expect(after.value('camilan_database_pool_connections', { state: 'max' })).toBe(10)
  expect(added('camilan_webhooks_total', { outcome: 'applied' })).toBe(1)
  expect(added('camilan_payments_found_total', { by: 'webhook' })).toBe(1)
  const call = { call: 'createTransaction', outcome: 'ok' }
  expect(added('camilan_gateway_call_duration_seconds_count', call)).toBe(2)
})

test('a forged webhook is counted', async () => {
  const forged = async () => (await metrics()).value('camilan_webhooks_total', { outcome: 'forged' })
  expect(await forged()).toBe(0)
  expect((await forgeNotification(shop)).status).toBe(403)
  expect(await forged()).toBe(1)
})

test('the database is read once in 15 s', async () => {
  passedMs += 16_000
  const start = performance.now() + passedMs
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
  const asked = async (afterMs: number) => {
    clock.mockReturnValue(start + afterMs)
    return (await statementsOf(metrics)).filter(isOfRequest).length
  }
  try {
    expect([await asked(0), await asked(0), await asked(14_900), await asked(15_100)]).toEqual([1, 0, 0, 1])
  } finally {
    clock.mockRestore()
    passedMs += 16_000
  }
})

test('/metrics answers without the database, and reports that it is away', async () => {
  await shop.pool.query('alter table orders rename to orders_away')
  try {
    const away = await freshMetrics()
    expect(away.value('camilan_database_up')).toBe(0)
    expect(away.value('camilan_picture_store_requests_total', { outcome: 'unavailable' })).toBe(0)
    expect(away.value('camilan_orders', { status: 'DIPROSES' })).toBeUndefined()
    expect(away.value('camilan_orders_oldest_unpaid_age_seconds')).toBeUndefined()
    const { version, commit } = readRelease()
    expect(away.value('camilan_build_info', { release: version, commit, node: process.version })).toBe(1)
  } finally {
    await shop.pool.query('alter table orders_away rename to orders')
  }
  expect((await freshMetrics()).value('camilan_database_up')).toBe(1)
})

const ownId = /^[0-9a-f]{12}-[0-9a-z]+$/

test('an answer has the id of its request, also a ready one and a refusal', async () => {
  const product = await shop.product()
  const seen = new Set<string | null>()
  const targets = ['/api/products', `/api/products/${product.id}`, '/api/tidak-ada', '/%', '/healthz']
  for (const target of targets) {
    for (let i = 0; i < 3; i += 1) {
      const id = (await fetch(shop.origin + target)).headers.get('x-request-id')
      expect(id).toMatch(ownId)
      seen.add(id)
    }
  }
  expect(seen.size).toBe(targets.length * 3)
})

test('the id of a trusted proxy is used if it is a plain token, and is in the log', async () => {
  const idOf = async (given: string, origin = shop.origin) =>
    (await fetch(`${origin}/api/products`, { headers: { 'x-request-id': given } })).headers.get('x-request-id')
  expect(await idOf('9b2e0c1f-proxy')).toBe('9b2e0c1f-proxy')
  for (const wrong of ['short', 'x'.repeat(65), 'with space', '{"level":60}', '<script>alert</script>'])
    expect(await idOf(wrong)).toMatch(ownId)
  expect(await idOf('9b2e0c1f-proxy', plain.origin)).toMatch(ownId) // it trusts no proxy
  await vi.waitFor(() => expect(lines.join('')).toContain('"reqId":"9b2e0c1f-proxy"'))
})

test('the access log has a line for each request, and no personal data', async () => {
  const ani = await shop.customer({ email: 'ani.rahasia@contoh.id' })
  const product = await shop.product()
  lines.length = 0
  await shop.ask('POST', '/auth/login', {
    body: { email: 'ani.rahasia@contoh.id', password: 'salah-sekali' },
  })
  await shop.ask('GET', '/products?query=nastar%20rahasia')
  for (let i = 0; i < 3; i += 1) await shop.ask('GET', `/products/${product.id}`)
  await ani.ask('GET', '/orders/261120-RAHASI')
  const records = await vi.waitFor(() => {
    const found = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(found).toHaveLength(6)
    return found
  })
  expect(records.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
    'POST /api/auth/login 401',
    'GET /api/products 200',
    ...Array.from({ length: 3 }, () => 'GET /api/products/:id 200'),
    'GET /api/orders/:id 404',
  ])
  for (const record of records) {
    expect(record).toMatchObject({ reqId: expect.stringMatching(ownId), ms: expect.any(Number) })
    expect(record.bytes).toBeGreaterThan(100)
    const known = ['level', 'time', 'pid', 'hostname', 'msg', 'reqId', 'method', 'route', 'status', 'ms', 'bytes']
    expect(Object.keys(record).filter((name) => !known.includes(name))).toEqual([])
  }
  expect(lines.join('')).not.toMatch(/rahasia|127\.0\.0\.1|261120|salah-sekali/i)
  expect(lines.join('')).not.toContain(product.id)
})
