import { afterEach, expect, test, vi } from 'vitest'
import type { PaymentSandboxOptions } from '../index.ts'
import { signatureKey } from '../signature.ts'
import { serverKey, startMerchant, startSandbox } from '../testing/start-sandbox.ts'

const toClose: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of toClose.splice(0)) await each.close()
})

async function start(answers: number[], options: Partial<PaymentSandboxOptions> = {}) {
  const merchant = await startMerchant(...answers)
  const sandbox = await startSandbox({ defaultNotificationUrl: merchant.url, ...options })
  toClose.push(sandbox, merchant)
  const act = (path: string, body?: object) => sandbox.call('POST', `/_sandbox/${path}`, body)
  const newest = async () => {
    const [delivery] = (await sandbox.call('GET', '/_sandbox/notifications')).body.notifications
    if (!delivery) throw new Error('there is no notification yet')
    return delivery
  }
  return {
    merchant,
    sandbox,
    act,
    newest,
    set: (change: object) => sandbox.call('PATCH', '/_sandbox/switches', change),
  }
}

test('pending is sent when the VA is made, settlement when it is paid, both signed', async () => {
  const { merchant, sandbox, act } = await start([200])
  await sandbox.create('HOOK-1')
  await act('transactions/HOOK-1/charge')
  await vi.waitFor(() => expect(merchant.statuses()).toEqual(['pending']))
  await act('transactions/HOOK-1/pay')
  await vi.waitFor(() => expect(merchant.statuses()).toEqual(['pending', 'settlement']))
  for (const { body, userAgent } of merchant.received) {
    expect(userAgent).toBe('Veritrans')
    expect(body.signature_key).toBe(signatureKey('HOOK-1', body.status_code ?? '', '46000.00', serverKey))
  }
})

test('an expired VA is reported with 202; a page that expires unused is not reported', async () => {
  const { merchant, sandbox, act } = await start([200])
  await sandbox.create('LATE-1')
  await sandbox.create('LATE-2')
  await act('transactions/LATE-1/charge')
  await act('clock', { advanceSeconds: 86_401 })
  await vi.waitFor(() => expect(merchant.statuses()).toEqual(['pending', 'expire']))
  expect(merchant.received[1]?.body).toMatchObject({ order_id: 'LATE-1', status_code: '202' })
  expect(await sandbox.status('LATE-1')).toMatchObject({ status_code: '407', transaction_status: 'expire' })
  expect(await sandbox.status('LATE-2')).toMatchObject({ status_code: '404' })
})

test('a VA expires by itself, without a request', async () => {
  let offsetMs = 0
  const { merchant, sandbox, act } = await start([200], { now: () => new Date(Date.now() + offsetMs) })
  const startAt = Math.floor(Date.now() / 1_000) * 1_000
  const start_time = `${new Date(startAt).toISOString().slice(0, 19).replace('T', ' ')} +0000`
  await sandbox.create('TIMER-1', { expiry: { start_time, duration: 1, unit: 'minutes' } })
  offsetMs = startAt + 59_800 - Date.now() // a fifth of a second is left
  await act('transactions/TIMER-1/charge')
  await vi.waitFor(() => expect(merchant.statuses()).toEqual(['pending', 'expire']))
})

test('503 is retried on the schedule, faster by the speed factor, until it is delivered', async () => {
  const { merchant, sandbox, act, newest } = await start([503, 503, 200], { speed: 60_000 })
  await sandbox.create('AGAIN-1')
  await act('transactions/AGAIN-1/charge')
  await vi.waitFor(async () => expect((await newest()).state).toBe('delivered'), 5_000)
  expect(merchant.statuses()).toEqual(['pending', 'pending', 'pending'])
  const { attempts } = await newest()
  expect(attempts.map(({ httpStatus, answer }) => [httpStatus, answer])).toEqual([
    [503, 'thanks'],
    [503, 'thanks'],
    [200, 'thanks'],
  ])
})

test('500 is retried once, and advancing the clock triggers the retry', async () => {
  const { merchant, sandbox, act, newest } = await start([500])
  await sandbox.create('ONCE-1')
  await act('transactions/ONCE-1/charge')
  await vi.waitFor(async () => expect((await newest()).attempts).toHaveLength(1))
  await act('clock', { advanceSeconds: 121 })
  await vi.waitFor(async () => expect((await newest()).state).toBe('failed'))
  expect(merchant.received).toHaveLength(2)
})

test('307 is followed', async () => {
  const { merchant, sandbox, act } = await start([307, 200])
  await sandbox.create('MOVED-1')
  await act('transactions/MOVED-1/charge')
  await vi.waitFor(() => expect(merchant.received.map(({ path }) => path)).toEqual(['/notification', '/moved']))
})

test('X-Override-Notification replaces the URL, X-Append-Notification adds one', async () => {
  const { merchant, sandbox, act } = await start([200])
  const override = {
    'x-override-notification': `${merchant.url}/mine`,
    'x-append-notification': `${merchant.url}/never`,
  }
  await sandbox.create('URL-1', {}, override)
  await sandbox.create('URL-2', {}, { 'x-append-notification': `${merchant.url}/too` })
  await act('transactions/URL-1/charge')
  await vi.waitFor(() => expect(merchant.received.map(({ path }) => path)).toEqual(['/notification/mine']))
  await act('transactions/URL-2/charge')
  await vi.waitFor(() => expect(merchant.received).toHaveLength(3))
  expect(
    merchant.received
      .slice(1)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/notification', '/notification/too'])
})

test('the switches drop, duplicate, falsify, reorder and delay webhooks', async () => {
  const { merchant, sandbox, act, newest, set } = await start([200], { speed: 1_000 })
  await set({ webhook: 'drop' })
  await sandbox.create('SW-1')
  await act('transactions/SW-1/charge')
  const dropped = await newest()
  expect(dropped.state).toBe('dropped')
  await act(`notifications/${dropped.id}/resend`)
  await vi.waitFor(() => expect(merchant.statuses()).toEqual(['pending']))

  await set({ webhook: 'duplicate' })
  await act('transactions/SW-1/pay')
  await vi.waitFor(() => expect(merchant.statuses()).toEqual(['pending', 'settlement', 'settlement']))

  await set({ webhook: 'bad-signature' })
  await sandbox.create('SW-2')
  await act('transactions/SW-2/charge')
  await vi.waitFor(() => expect(merchant.received[3]?.body.signature_key).toMatch(/^0{128}$/))

  await set({ webhook: 'out-of-order' })
  await sandbox.create('SW-3')
  await act('transactions/SW-3/pay')
  await vi.waitFor(() => expect(merchant.statuses().slice(4)).toEqual(['settlement', 'pending']))

  await set({ webhook: 'deliver', lateSettlement: true })
  await sandbox.create('SW-4')
  await act('transactions/SW-4/charge')
  await sandbox.call('POST', '/v2/SW-4/cancel')
  await vi.waitFor(() => expect(merchant.statuses().slice(6).sort()).toEqual(['cancel', 'pending', 'settlement']))
  expect((await sandbox.status('SW-4')).transaction_status).toBe('settlement')
})

test('after an expiry the customer can pay by another transaction, and the first one is reported last', async () => {
  const { merchant, sandbox, set } = await start([200])
  await set({ allowRetry: true, webhook: 'out-of-order' })
  await sandbox.create('RETRY-1', { enabled_payments: ['other_qris', 'bca_va'] })
  const first = (await sandbox.act('RETRY-1', 'charge', { method: 'other_qris' })).body.charge.transactionId
  await sandbox.act('RETRY-1', 'expire')
  const second = (await sandbox.act('RETRY-1', 'charge', { method: 'bca_va' })).body.charge.transactionId
  expect(second).not.toBe(first)
  await sandbox.act('RETRY-1', 'pay')
  await vi.waitFor(() => expect(merchant.received).toHaveLength(4))
  expect(merchant.received[0]?.body).toMatchObject({ transaction_id: second, transaction_status: 'settlement' })
  const late = merchant.received.slice(1).map(({ body }) => `${body.transaction_id} ${body.transaction_status}`)
  expect(late.sort()).toEqual([`${first} expire`, `${first} pending`, `${second} pending`].sort())
  expect(await sandbox.status('RETRY-1')).toMatchObject({ transaction_id: second, transaction_status: 'settlement' })
  expect(await sandbox.status(first)).toMatchObject({ transaction_id: first, transaction_status: 'expire' })
})

test('the money of an expired transaction arrives beside the second one', async () => {
  const { sandbox, act, set } = await start([200])
  await set({ allowRetry: true, settleAfterExpire: true })
  await sandbox.create('BOTH-1', { enabled_payments: ['other_qris'] })
  const first = (await sandbox.act('BOTH-1', 'charge')).body.charge.transactionId
  await sandbox.act('BOTH-1', 'expire')
  const second = (await sandbox.act('BOTH-1', 'charge')).body.charge.transactionId
  await act('clock', { advanceSeconds: 900 }) // the second one runs out at the same moment
  expect(await sandbox.status(first)).toMatchObject({ transaction_status: 'settlement' })
  expect(await sandbox.status(second)).toMatchObject({ transaction_status: 'expire' })
})

test('a settlement is withdrawn a few seconds later', async () => {
  const { merchant, sandbox, act, set } = await start([200])
  await set({ withdrawn: true })
  await sandbox.create('BACK-1', { enabled_payments: ['echannel'] })
  await sandbox.act('BACK-1', 'pay')
  expect((await sandbox.status('BACK-1')).transaction_status).toBe('settlement')
  await act('clock', { advanceSeconds: 5 })
  await vi.waitFor(() => expect(merchant.statuses().sort()).toEqual(['deny', 'pending', 'settlement']))
})
