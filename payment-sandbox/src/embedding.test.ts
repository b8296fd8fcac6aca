import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openPaymentSandbox } from './index.ts'
import { basicAuthorization, clientKey, serverKey, snapRequest } from './testing/start-sandbox.ts'

test('inside another app it serves only its own routes, and the app closes while calls hang or are late', async () => {
  const host = Fastify()
  host.addHook('onRequest', async (_request, reply) => {
    reply.raw.setHeader('x-frame-options', 'SAMEORIGIN')
    reply.raw.setHeader('content-security-policy', "default-src 'self'")
  })
  host.setNotFoundHandler((_request, reply) => reply.code(404).send({ from: 'host' }))
  host.post('/api/echo', async (request) => request.body)
  const sandbox = openPaymentSandbox({
    serverKey,
    clientKey,
    browserOrigin: () => host.listeningOrigin,
  })
  host.register(sandbox.browserRoutes).register(sandbox.controlRoutes)
  const merchant = Fastify().register(sandbox.merchantRoutes)
  const hostOrigin = await host.listen({ port: 0, host: '127.0.0.1' })
  const merchantOrigin = await merchant.listen({ port: 0, host: '127.0.0.1' })

  const headers = { 'content-type': 'application/json', authorization: basicAuthorization }
  const create = () => {
    const body = JSON.stringify(snapRequest('EMBED-1'))
    return fetch(`${merchantOrigin}/snap/v1/transactions`, { method: 'POST', headers, body })
  }
  expect(await (await create()).json()).toMatchObject({ redirect_url: expect.stringContaining(hostOrigin) })
  const popup = await fetch(`${hostOrigin}/snap/v4/popup/any`)
  expect(popup.headers.get('x-frame-options')).toBeNull()
  expect(popup.headers.get('content-security-policy')).toContain('frame-ancestors *')
  expect(await (await fetch(`${hostOrigin}/nowhere`)).json()).toEqual({ from: 'host' })
  const echo = await fetch(`${hostOrigin}/api/echo`, { method: 'POST', headers, body: '{"a":1}' })
  expect(await echo.json()).toEqual({ a: 1 })
  expect((await fetch(`${hostOrigin}/api/echo`, { method: 'POST', headers, body: '' })).status).toBe(400)
  expect((await fetch(`${hostOrigin}/v2/EMBED-1/status`, { headers })).status).toBe(404)

  await fetch(`${hostOrigin}/_sandbox/switches`, {
    method: 'PATCH',
    headers,
    body: '{"create":"hang","answerDelaySeconds":60}',
  })
  const { port } = new URL(merchantOrigin)
  const hanging = connect(Number(port), '127.0.0.1')
  const cut = new Promise<void>((resolve) => hanging.once('close', () => resolve()))
  hanging.write(
    `POST /snap/v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: ${basicAuthorization}\r\nContent-Length: 2\r\n\r\n{}`,
  )
  await new Promise((resolve) => merchant.server.once('request', resolve))
  const late = fetch(`${merchantOrigin}/v2/EMBED-1/status`, { headers })
  await new Promise((resolve) => merchant.server.once('request', resolve))
  await host.close()
  await merchant.close()
  await cut
  expect((await late).status).toBe(200)
  await sandbox.close()
})
