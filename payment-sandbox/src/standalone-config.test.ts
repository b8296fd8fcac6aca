import { expect, test } from 'vitest'
import { openPaymentSandbox } from './index.ts'
import { readStandaloneConfig } from './standalone-config.ts'

test('starts without any configuration', () => {
  expect(readStandaloneConfig({})).toMatchObject({ host: '127.0.0.1', port: 4010, speed: 1 })
})

test('starts in production only if that is allowed explicitly', () => {
  expect(() => readStandaloneConfig({ NODE_ENV: 'production' })).toThrow('no real money')
  const env = { NODE_ENV: 'production', ALLOW_IN_PRODUCTION: 'demo, sandbox' }
  expect(readStandaloneConfig(env).port).toBe(4010)
})

test('refuses real keys', () => {
  expect(() => readStandaloneConfig({ MIDTRANS_SERVER_KEY: 'Mid-server-x' })).toThrow('SB-')
  const keys = { serverKey: 'Mid-server-x', clientKey: 'SB-Mid-client-x', browserOrigin: 'http://localhost' }
  expect(() => openPaymentSandbox(keys)).toThrow('SB-')
})
