import { expect, test } from 'vitest'
import { basicAuthorization, clientKey, snapRequest, useSandbox } from '../testing/start-sandbox.ts'

const sandbox = useSandbox()

test('a wrong key is answered 401 in the format of each API', async () => {
  const authorization = `Basic ${btoa(`${clientKey}:`)}`
  const snap = await sandbox.call('POST', '/snap/v1/transactions', snapRequest('K-1'), { authorization })
  expect(snap.status).toBe(401)
  expect(snap.body.error_messages[0]).toMatch(/^Access denied due to unauthorized transaction/)
  const core = await sandbox.call('GET', '/v2/K-1/status', undefined, { authorization })
  expect(core).toMatchObject({
    status: 401,
    body: {
      status_code: '401',
      status_message: 'Transaction cannot be authorized with the current client/server key.',
    },
  })
})

test('before a method is chosen a second token replaces the first, and GET status answers 404', async () => {
  const first = await sandbox.create('TWICE-1')
  const second = await sandbox.create('TWICE-1')
  expect(second.status).toBe(201)
  expect((await sandbox.page(first.body.token)).status).toBe(404)
  expect((await sandbox.page(second.body.token)).status).toBe(200)
  expect(await sandbox.status('TWICE-1')).toMatchObject({
    status_code: '404',
    status_message: "Transaction doesn't exist.",
  })
})

test.each(['charge', 'pay'])("an order id can't be used again after %s", async (action) => {
  await sandbox.create(`USED-${action}`)
  await sandbox.act(`USED-${action}`, action)
  expect(await sandbox.create(`USED-${action}`)).toEqual({
    status: 400,
    body: { error_messages: ['transaction_details.order_id sudah digunakan'] },
  })
})

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['{}', '{}'],
  ['null', 'null'],
])('cancel accepts any body: %s', async (_what, body) => {
  const response = await fetch(`${sandbox.origin}/v2/NOBODY/cancel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: basicAuthorization },
    ...(body === undefined ? {} : { body }),
  })
  expect(await response.json()).toMatchObject({ status_code: '404' })
})

test('a token can be cancelled once, and not after a method was chosen', async () => {
  const { body } = await sandbox.create('SESSION-1')
  const cancel = (token: string) => sandbox.call('POST', `/snap/v1/transactions/${token}/cancel`)
  expect((await cancel(body.token)).body.canceled_at).toMatch(/^\d{4}-.*Z$/)
  expect(await cancel(body.token)).toEqual({ status: 400, body: { error_messages: ['token already canceled'] } })
  expect(await cancel('nonsense')).toEqual({ status: 404, body: { error_messages: ['token not found'] } })
  const charged = await sandbox.create('SESSION-2')
  await sandbox.act('SESSION-2', 'charge')
  expect((await cancel(charged.body.token)).body.error_messages).toEqual(['Transaction is on progress'])
})

test('a body larger than 16 kB is refused', async () => {
  const { status, body } = await sandbox.create('BIG-1', { filler: 'x'.repeat(17_000) })
  expect(status).toBe(413)
  expect(body.error_messages).toHaveLength(1)
})
