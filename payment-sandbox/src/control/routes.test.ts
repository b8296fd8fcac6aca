import { afterEach, beforeEach, expect, test } from 'vitest'
import { snapRequest, startSandbox } from '../testing/start-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const set = (change: object) => sandbox.call('PATCH', '/_sandbox/switches', change)

test('create fails as the switch says: an error, broken JSON, or a reply lost after the work was done', async () => {
  await set({ create: 'error' })
  expect(await sandbox.create('F-1')).toEqual({
    status: 500,
    body: { error_messages: ['Sorry, we encountered internal server error. We will fix this soon.'] },
  })
  await set({ create: 'bad-json' })
  await expect(sandbox.create('F-1')).rejects.toThrow(SyntaxError)
  await set({ create: 'lost-reply' })
  await expect(sandbox.create('F-1')).rejects.toThrow('fetch failed')
  const { body } = await sandbox.call('GET', '/_sandbox/transactions')
  expect(body.transactions).toMatchObject([{ orderId: 'F-1', phase: 'open' }])
})

test('create hangs until the caller aborts, and the sandbox can still close', async () => {
  await set({ create: 'hang' })
  const waiting = fetch(`${sandbox.origin}/snap/v1/transactions`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('SB-Mid-server-local-test-key:')}` },
    body: JSON.stringify(snapRequest('HANG-1')),
    signal: AbortSignal.timeout(100),
  })
  await expect(waiting).rejects.toThrow()
})

test('GET status fails in the format of the Core API, or lags behind a payment', async () => {
  await set({ status: 'unavailable' })
  expect(await sandbox.call('GET', '/v2/ANY/status')).toMatchObject({ status: 503, body: { status_code: '503' } })
  await set({ status: 'ok', statusLags: true })
  await sandbox.create('LAG-1')
  await sandbox.act('LAG-1', 'pay')
  expect(await sandbox.status('LAG-1')).toMatchObject({ status_code: '201', transaction_status: 'pending' })
  await set({ status: 'error' })
  expect(await sandbox.call('GET', '/v2/ANY/status')).toMatchObject({ status: 500, body: { status_code: '500' } })
})

test('the key is refused, or the method is not activated, as the switches say', async () => {
  await sandbox.create('KEY-1')
  await set({ refuseServerKey: true })
  expect((await sandbox.create('KEY-2')).status).toBe(401)
  expect((await sandbox.status('KEY-1')).status_code).toBe('401')
  await set({ refuseServerKey: false, inactiveMethod: 'bca_va' })
  expect(await sandbox.create('KEY-2')).toMatchObject({
    status: 402,
    body: { error_messages: ['Payment channel is not activated.'] },
  })
  expect((await sandbox.create('KEY-2', { enabled_payments: ['bca_va', 'bri_va'] })).status).toBe(201)
})

test('answers are late by the switch', async () => {
  await set({ answerDelaySeconds: 0.05 })
  const before = performance.now()
  await sandbox.create('SLOW-1')
  expect(performance.now() - before).toBeGreaterThan(45)
})

test('a 401 of the Core API can come as HTTP 200', async () => {
  await set({ unauthorizedHttpStatus: 200 })
  const answer = await sandbox.call('GET', '/v2/ANY/status', undefined, { authorization: 'Basic Og==' })
  expect(answer).toMatchObject({ status: 200, body: { status_code: '401' } })
})

test('unknown switches and invalid values are refused by name; DELETE resets all', async () => {
  expect(await set({ create: 'maybe', colour: 'red', vaLength: 11.5 })).toEqual({
    status: 400,
    body: { error: 'unknown or wrong: create, colour, vaLength' },
  })
  await set({ vaLength: 11 })
  expect((await sandbox.call('DELETE', '/_sandbox/switches')).body.vaLength).toBe(23)
})

test('with force a cancelled order can be paid', async () => {
  await sandbox.create('FORCE-1')
  await sandbox.call('POST', '/_sandbox/transactions/FORCE-1/charge')
  await sandbox.call('POST', '/v2/FORCE-1/cancel')
  const pay = (body?: object) => sandbox.call('POST', '/_sandbox/transactions/FORCE-1/pay', body)
  expect(await pay()).toEqual({ status: 409, body: { error: 'it is canceled' } })
  expect((await pay({ force: true })).body.phase).toBe('paid')
})

test('a cancelled order id cannot be used again unless the switch allows it', async () => {
  await sandbox.create('REUSE-1')
  await sandbox.call('POST', '/_sandbox/transactions/REUSE-1/charge')
  await sandbox.call('POST', '/v2/REUSE-1/cancel')
  expect((await sandbox.create('REUSE-1')).status).toBe(400)
  await set({ reuseEndedOrderId: true })
  expect((await sandbox.create('REUSE-1')).status).toBe(201)
})

test('with a token the control API answers only requests that carry it, and the page says nothing to others', async () => {
  const guarded = await startSandbox({ controlToken: 'the-token' })
  await guarded.create('TOKEN-1')
  const pay = (headers = {}) => guarded.call('POST', '/_sandbox/transactions/TOKEN-1/pay', undefined, headers)
  expect((await pay()).status).toBe(401)
  expect((await pay({ 'x-sandbox-token': 'the-Token' })).status).toBe(401)
  for (const path of ['transactions', 'notifications', 'switches', 'clock']) {
    expect((await guarded.call('GET', `/_sandbox/${path}`)).status).toBe(401)
  }
  for (const method of ['PATCH', 'DELETE']) {
    expect((await guarded.call(method, '/_sandbox/switches', {})).status).toBe(401)
  }
  expect((await guarded.call('POST', '/_sandbox/clock', { advanceSeconds: 1 })).status).toBe(401)
  const given = { 'x-sandbox-token': 'the-token' }
  expect((await guarded.call('GET', '/_sandbox/clock', undefined, given)).body.aheadSeconds).toBe(0)
  expect((await pay(given)).body.phase).toBe('paid')
  const page = async (headers = {}) => (await fetch(`${guarded.origin}/_sandbox/`, { headers })).text()
  expect(await page()).not.toContain('TOKEN-1')
  expect(await page(given)).toContain('TOKEN-1')
  await guarded.close()
})

test("a page of another site can't change anything", async () => {
  const answer = await sandbox.call('POST', '/_sandbox/transactions/X/pay', undefined, {
    'sec-fetch-site': 'cross-site',
  })
  expect(answer.status).toBe(403)
})
