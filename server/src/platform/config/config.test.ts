import { describe, expect, test } from 'vitest'
import { InvalidConfig, readConfig } from './config.ts'

function problemsIn(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error
    return error.message.split('\n').slice(1)
  }
}

test('nothing needs to be set', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: `${process.cwd()}/data`,
    databaseUrl: undefined,
    firstAdmin: undefined,
    demoData: true,
    shopName: 'Camilan',
    shippingCost: 4_000,
    serviceFee: 2_000,
    corsOrigins: [],
    trustProxy: [],
    payments: { localSandbox: true, expiryMinutes: 1_440, reconcileSeconds: 60 },
    maxUnpaidOrders: 5,
    production: false,
  })
})

test('what is set is read, blanks at its ends apart; what is blank is not set', () => {
  const config = readConfig({
    PORT: ' 8080 ',
    SHOP_NAME: 'Toko Ani ',
    DATA_DIR: '/var/camilan',
    ADMIN_EMAIL: 'ani@contoh.id',
    ADMIN_PASSWORD: 'rahasia-sekali',
    CORS_ORIGINS: 'https://a.id, https://b.id:8443/',
    TRUST_PROXY: '10.0.0.0/8,loopback,::1',
    PAYMENT_EXPIRY_MINUTES: '0.05',
    MIDTRANS_SERVER_KEY: '  ',
  })
  expect(config).toMatchObject({
    port: 8080,
    publicUrl: 'http://localhost:8080',
    shopName: 'Toko Ani',
    dataDir: '/var/camilan',
    firstAdmin: { email: 'ani@contoh.id', password: 'rahasia-sekali' },
    corsOrigins: ['https://a.id', 'https://b.id:8443'],
    trustProxy: ['10.0.0.0/8', 'loopback', '::1'],
    payments: { expiryMinutes: 0.05, localSandbox: true },
  })
})

test.each(['true', '1', 'on', 'YES'])('a switch may be %s', (on) => {
  expect(readConfig({ DEMO_DATA: on, DATABASE_URL: 'postgres://db/camilan' }).demoData).toBe(true)
})

test.each(['false', '0', 'Off', 'no'])('or %s', (off) => {
  expect(readConfig({ DEMO_DATA: off }).demoData).toBe(false)
})

test('an outside database has no demo data unless asked for', () => {
  expect(readConfig({ DATABASE_URL: 'postgresql://db/camilan' }).demoData).toBe(false)
})

const wrong: [name: string, value: string][] = [
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['PORT', '1.5'],
  ['PUBLIC_URL', 'camilan.id'],
  ['PUBLIC_URL', 'https://camilan.id/toko'],
  ['PUBLIC_URL', 'ftp://camilan.id'],
  ['DATABASE_URL', 'mysql://db/camilan'],
  ['DEMO_DATA', 'maybe'],
  ['SHIPPING_COST', '-1'],
  ['SHIPPING_COST', '4.5'],
  ['SERVICE_FEE', 'NaN'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://a.id,b.id'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['MIDTRANS_ENV', 'live'],
  ['MIDTRANS_ENV', 'production'],
  ['MIDTRANS_SNAP_URL', 'app.midtrans.com'],
  ['MIDTRANS_API_URL', 'https://api.midtrans.com/v2'],
  ['PAYMENT_EXPIRY_MINUTES', '0'],
  ['PAYMENT_EXPIRY_MINUTES', '1e9'],
  ['PAYMENT_RECONCILE_SECONDS', 'often'],
  ['MAX_UNPAID_ORDERS', '0'],
  ['LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS', '0'],
  ['LOGIN_FAILURES_PER_EMAIL', '0'],
  ['LOGIN_FAILURES_PER_ADDRESS', 'x'],
  ['REGISTRATIONS_PER_ADDRESS', '-5'],
  ['ALLOW_IN_PRODUCTION', 'everything'],
]

test.each(wrong)('%s can’t be %s, and the message names it', (name, value) => {
  expect(problemsIn({ [name]: value })).toEqual([expect.stringContaining(name)])
})

test('everything that is wrong is said at once', () => {
  const problems = problemsIn({ PORT: 'x', DEMO_DATA: 'x', SERVICE_FEE: 'x' })
  expect(problems).toHaveLength(3)
})

describe('the first administrator', () => {
  test.each([
    [{ ADMIN_EMAIL: 'ani@contoh.id' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD: 'rahasia-sekali' }, 'ADMIN_EMAIL'],
    [{ ADMIN_EMAIL: 'ani@contoh.id', ADMIN_PASSWORD: 'pendek' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_EMAIL: 'ani', ADMIN_PASSWORD: 'rahasia-sekali' }, 'ADMIN_EMAIL'],
  ])('of %j is none', (environment, named) => {
    expect(problemsIn(environment)).toEqual([expect.stringContaining(named)])
  })
})

describe('the gateway’s keys', () => {
  const live = { MIDTRANS_SERVER_KEY: 'Mid-server-x', MIDTRANS_CLIENT_KEY: 'Mid-client-x' }
  const test_ = { MIDTRANS_SERVER_KEY: 'SB-Mid-server-x', MIDTRANS_CLIENT_KEY: 'SB-Mid-client-x' }

  test('decide with MIDTRANS_ENV where the gateway is', () => {
    expect(readConfig(test_).payments).toMatchObject({
      localSandbox: false,
      snapUrl: 'https://app.sandbox.midtrans.com',
      apiUrl: 'https://api.sandbox.midtrans.com',
    })
    expect(readConfig({ ...live, MIDTRANS_ENV: 'production' }).payments).toMatchObject({
      snapUrl: 'https://app.midtrans.com',
      apiUrl: 'https://api.midtrans.com',
    })
    const own = { MIDTRANS_SNAP_URL: 'http://127.0.0.1:4010', MIDTRANS_API_URL: 'http://127.0.0.1:4010' }
    expect(readConfig({ ...test_, ...own }).payments).toMatchObject({ snapUrl: 'http://127.0.0.1:4010' })
  })

  test.each([
    ['live keys in the sandbox', live, 2],
    ['sandbox keys in production', { ...test_, MIDTRANS_ENV: 'production' }, 2],
    ['one key of two', { MIDTRANS_SERVER_KEY: 'SB-Mid-server-x' }, 1],
    [
      'keys in each other’s place',
      { MIDTRANS_SERVER_KEY: 'SB-Mid-client-x', MIDTRANS_CLIENT_KEY: 'SB-Mid-server-x' },
      2,
    ],
  ])('are refused: %s', (_what, environment, count) => {
    const problems = problemsIn(environment)
    expect(problems).toHaveLength(count)
    for (const problem of problems) expect(problem).toMatch(/MIDTRANS_(SERVER|CLIENT)_KEY/)
  })
})

describe('in production', () => {
  const sound = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://camilan.id',
    MIDTRANS_ENV: 'production',
    MIDTRANS_SERVER_KEY: 'Mid-server-x',
    MIDTRANS_CLIENT_KEY: 'Mid-client-x',
  }

  test('a sound configuration starts, without demo data', () => {
    expect(readConfig(sound)).toMatchObject({ production: true, demoData: false })
  })

  test.each([
    ['PUBLIC_URL', { ...sound, PUBLIC_URL: 'http://camilan.id' }, 'http'],
    ['PUBLIC_URL', { ...sound, PUBLIC_URL: '' }, 'http'],
    ['DEMO_DATA', { ...sound, DEMO_DATA: 'on' }, 'demo'],
    ['MIDTRANS_SNAP_URL', { ...sound, MIDTRANS_SNAP_URL: 'http://snap.local' }, 'http'],
    ['MIDTRANS_SERVER_KEY', { NODE_ENV: 'production', PUBLIC_URL: 'https://camilan.id' }, 'sandbox'],
  ])('%s is judged, unless that is allowed by name', (name, environment, word) => {
    expect(problemsIn(environment)).toEqual([expect.stringContaining(name)])
    expect(problemsIn({ ...environment, ALLOW_IN_PRODUCTION: word })).toEqual([])
  })
})
