import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { addStandardHeaders, standardHeaders } from '../http/standard-headers.ts'
import { developmentPages } from './development-pages.ts'

test('in development a redirect has its target, and no policy blocks the scripts of Vite', {
  timeout: 120_000,
}, async () => {
  const shop = { info: () => ({ name: 'Camilan' }) }
  const app = Fastify()
  addStandardHeaders(app, standardHeaders({ hsts: false }))
  const pages = await developmentPages({
    contextFor: () => shop,
    publicUrl: 'http://localhost',
    serverSegments: ['api'],
  })
  await pages.register(app)
  onTestFinished(() => app.close())
  for (const url of ['/admin', '/admin/', '/admin?x=1']) {
    const { statusCode, headers, body } = await app.inject(url)
    expect([statusCode, headers.location], `${url} ${body}`).toEqual([302, '/admin/dashboard'])
    expect(headers).not.toHaveProperty('content-security-policy')
  }
})
