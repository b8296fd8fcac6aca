import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openPaymentSandbox } from './index.ts'
import { BASIC, CLIENT_KEY, SERVER_KEY, snapRequest } from './testing/start-sandbox.ts'

test('inside a shop it keeps to its own routes, and the shop closes though a call hangs', async () => {
  const shop = Fastify()
  shop.addHook('onRequest', async (_request, reply) => {
    reply.raw.setHeader('x-frame-options', 'SAMEORIGIN')
    reply.raw.setHeader('content-security-policy', "default-src 'self'")
  })
  shop.setNotFoundHandler((_request, reply) => reply.code(404).send({ from: 'shop' }))
  shop.post('/api/echo', async (request) => request.body)
  const sandbox = openPaymentSandbox({
    serverKey: SERVER_KEY,
    clientKey: CLIENT_KEY,
    browserOrigin: () => shop.listeningOrigin,
  })
  shop.register(sandbox.browserRoutes).register(sandbox.controlRoutes)
  const merchant = Fastify().register(sandbox.merchantRoutes)
  const shopOrigin = await shop.listen({ port: 0, host: '127.0.0.1' })
  const merchantOrigin = await merchant.listen({ port: 0, host: '127.0.0.1' })

  const headers = { 'content-type': 'application/json', authorization: BASIC }
  const create = () => {
    const body = JSON.stringify(snapRequest('EMBED-1'))
    return fetch(`${merchantOrigin}/snap/v1/transactions`, { method: 'POST', headers, body })
  }
  expect(await (await create()).json()).toMatchObject({ redirect_url: expect.stringContaining(shopOrigin) })
  const popup = await fetch(`${shopOrigin}/snap/v4/popup`)
  expect(popup.headers.get('x-frame-options')).toBeNull()
  expect(popup.headers.get('content-security-policy')).toContain('frame-ancestors *')
  expect(await (await fetch(`${shopOrigin}/nowhere`)).json()).toEqual({ from: 'shop' })
  const echo = await fetch(`${shopOrigin}/api/echo`, { method: 'POST', headers, body: '{"a":1}' })
  expect(await echo.json()).toEqual({ a: 1 })
  expect((await fetch(`${shopOrigin}/api/echo`, { method: 'POST', headers, body: '' })).status).toBe(400)
  expect((await fetch(`${shopOrigin}/v2/EMBED-1/status`, { headers })).status).toBe(404)

  await fetch(`${shopOrigin}/_sandbox/switches`, { method: 'PATCH', headers, body: '{"create":"hang"}' })
  const { port } = new URL(merchantOrigin)
  const hanging = connect(Number(port), '127.0.0.1')
  const cut = new Promise<void>((resolve) => hanging.once('close', () => resolve()))
  hanging.write(
    `POST /snap/v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: ${BASIC}\r\nContent-Length: 2\r\n\r\n{}`,
  )
  await new Promise((resolve) => merchant.server.once('request', resolve))
  await shop.close()
  await merchant.close()
  await cut
  await sandbox.close()
})
