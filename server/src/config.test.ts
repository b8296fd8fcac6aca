import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { InvalidConfig } from './platform/config/read-environment.ts'

function problemsIn(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error
    return error.message.split('\n').slice(1)
  }
}

test('every variable has a default or may stay unset', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: `${process.cwd()}/data`,
    databaseUrl: undefined,
    firstAdmin: undefined,
    demoData: true,
    settings: {
      defaults: {
        shop_name: 'Camilan',
        shipping_cost: 4_000,
        service_fee: 2_000,
        minimum_order: 10_000,
        payment_expiry_minutes: 1_440,
        max_unpaid_orders: 5,
        max_unpaid_ended: 5,
        new_buyer_large_order_minutes: 60,
      },
      locked: {},
      hasSampleTexts: true,
    },
    corsOrigins: [],
    hstsSubdomains: false,
    cache: { seconds: 0, staleSeconds: 0, purgeUrls: [], purgeToken: undefined },
    trustProxy: [],
    payments: { localSandbox: true, allowHttp: true, reconcileSeconds: 60 },
    production: false,
  })
})

test('values are trimmed, and a blank value counts as unset', () => {
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
    settings: {
      defaults: { shop_name: 'Toko Ani', payment_expiry_minutes: 0.05 },
      locked: { shop_name: 'SHOP_NAME', payment_expiry_minutes: 'PAYMENT_EXPIRY_MINUTES' },
    },
    dataDir: '/var/camilan',
    firstAdmin: { email: 'ani@contoh.id', password: 'rahasia-sekali' },
    corsOrigins: ['https://a.id', 'https://b.id:8443'],
    trustProxy: ['10.0.0.0/8', 'loopback', '::1'],
    payments: { localSandbox: true },
  })
})

test('a variable that is set decides its setting, also with the value of the default', () => {
  const { settings } = readConfig({ SHIPPING_COST: '4000', SERVICE_FEE: ' ', DEMO_DATA: 'off' })
  expect(settings.locked).toEqual({ shipping_cost: 'SHIPPING_COST' })
  expect(settings.hasSampleTexts).toBe(false)
})

test.each(['true', '1', 'on', 'YES'])('%s turns a switch on', (on) => {
  expect(readConfig({ DEMO_DATA: on, DATABASE_URL: 'postgres://db/camilan' }).demoData).toBe(true)
})

test.each(['false', '0', 'Off', 'no'])('%s turns a switch off', (off) => {
  expect(readConfig({ DEMO_DATA: off }).demoData).toBe(false)
})

test('demo data is off by default with DATABASE_URL', () => {
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
  ['CACHE_SECONDS', '-1'],
  ['CACHE_PURGE_URLS', 'cache.id/purge'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['MIDTRANS_ENV', 'live'],
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
  ['NODE_ENV', 'prod'],
  ['NODE_ENV', 'Production'],
]

test.each(wrong)('%s is refused when it is %s, and the message names it', (name, value) => {
  expect(problemsIn({ [name]: value })).toEqual([expect.stringContaining(name)])
})

test('all problems are reported at once, of one variable and of several', () => {
  const problems = problemsIn({ PORT: 'x', SERVICE_FEE: 'x', ADMIN_EMAIL: 'ani@contoh.id', MIDTRANS_ENV: 'live' })
  expect(problems).toEqual([
    '  PORT must be a whole number from 0 to 65535, not "x"',
    '  SERVICE_FEE must be a whole number from 0 to 10000000, not "x"',
    '  MIDTRANS_ENV must be sandbox or production, not "live"',
    '  ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither',
  ])
})

test.each([
  ['ADMIN_PASSWORD', 'rahasia'],
  ['DATABASE_URL', 'mysql://camilan:rahasia@db/camilan'],
  ['DATABASE_URL', 'postgres://camilan:rahasia/50%@db/camilan'],
  ['DATABASE_URL', 'postgres://camilan:50%rahasia@db/camilan'],
  ['SMTP_URL', 'stmp://toko:rahasia@mail.contoh.id'],
  ['CACHE_PURGE_URLS', 'https://toko:rahasia@cache.contoh.id'],
])('a wrong %s is not repeated in the message', (name, value) => {
  const problems = problemsIn({ ADMIN_EMAIL: name === 'ADMIN_PASSWORD' ? 'ani@contoh.id' : '', [name]: value })
  expect(problems).toEqual([expect.stringContaining(`${name} must be`)])
  expect(problems.join()).not.toContain('rahasia')
})

test.each([
  'postgres:///camilan?host=/var/run/postgresql',
  'postgres://toko:r%40hasia@/camilan?host=/var/run/postgresql',
  'postgres://toko@%2Fvar%2Frun%2Fpostgresql:5432/camilan',
])('a DATABASE_URL may name a unix socket instead of a host: %s', (databaseUrl) => {
  expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl)
})

test('a pooler in transaction mode needs a second address, which leads to the same database', () => {
  const [pooled, direct] = ['postgres://pooler/camilan', 'postgres://db/camilan']
  expect(readConfig({ DATABASE_URL: direct })).toMatchObject({ databaseDirectUrl: direct, databasePooled: false })
  const both = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }
  expect(readConfig({ ...both, DATABASE_POOLED: 'true' })).toMatchObject({
    databaseUrl: pooled,
    databaseDirectUrl: direct,
    databasePooled: true,
  })
  expect(problemsIn({ DATABASE_URL: pooled, DATABASE_POOLED: 'true' })).toEqual([
    expect.stringContaining('DATABASE_DIRECT_URL'),
  ])
  expect(problemsIn({ DATABASE_DIRECT_URL: direct })).toEqual([expect.stringContaining('DATABASE_URL')])
})

test('a cache in front may keep pages for the configured time, and is told of changes', () => {
  const cache = {
    CACHE_SECONDS: '10',
    CACHE_STALE_SECONDS: '60',
    CACHE_PURGE_URLS: 'http://127.0.0.1:8090/purge,https://cdn.contoh.id/x?y=1',
    CACHE_PURGE_TOKEN: 'rahasia-antara-kita',
  }
  expect(readConfig(cache).cache).toEqual({
    seconds: 10,
    staleSeconds: 60,
    purgeUrls: ['http://127.0.0.1:8090/purge', 'https://cdn.contoh.id/x?y=1'],
    purgeToken: 'rahasia-antara-kita',
  })
  const { CACHE_SECONDS: _, ...rest } = cache
  expect(problemsIn(rest)).toEqual([
    '  CACHE_STALE_SECONDS has no effect without CACHE_SECONDS: set it, too',
    '  CACHE_PURGE_URLS has no effect without CACHE_SECONDS: set it, too',
  ])
  expect(problemsIn({ CACHE_PURGE_TOKEN: cache.CACHE_PURGE_TOKEN })).toEqual([
    '  CACHE_PURGE_TOKEN goes with CACHE_PURGE_URLS: set it, too',
  ])
})

test.each(['http://localhost:3000/', 'http://127.0.0.1:3000/purge', 'http://[::1]:3000/', 'http://10.0.0.5:3000/'])(
  'a purge is not sent to the shop itself: %s',
  (url) => {
    const environment = { HOST: '10.0.0.5', CACHE_SECONDS: '10', CACHE_PURGE_URLS: `https://cdn.contoh.id/,${url}` }
    expect(problemsIn(environment)).toEqual(['  CACHE_PURGE_URLS must name caches, and names the shop itself'])
    expect(problemsIn({ ...environment, PORT: '3001' })).toEqual([])
  },
)

describe('the first administrator', () => {
  test.each([
    [{ ADMIN_EMAIL: 'ani@contoh.id' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD: 'rahasia-sekali' }, 'ADMIN_EMAIL'],
    [{ ADMIN_EMAIL: 'ani@contoh.id', ADMIN_PASSWORD: 'pendek' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_EMAIL: 'ani', ADMIN_PASSWORD: 'rahasia-sekali' }, 'ADMIN_EMAIL'],
  ])('is refused when the settings are %j', (environment, named) => {
    expect(problemsIn(environment)).toEqual([expect.stringContaining(named)])
  })
})

describe('the keys of the gateway', () => {
  const live = { MIDTRANS_SERVER_KEY: 'Mid-server-x', MIDTRANS_CLIENT_KEY: 'Mid-client-x' }
  const test_ = { MIDTRANS_SERVER_KEY: 'SB-Mid-server-x', MIDTRANS_CLIENT_KEY: 'SB-Mid-client-x' }

  test('and MIDTRANS_ENV decide the origins of the gateway', () => {
    const origins = {
      sandbox: { snapUrl: 'https://app.sandbox.midtrans.com', apiUrl: 'https://api.sandbox.midtrans.com' },
      production: { snapUrl: 'https://app.midtrans.com', apiUrl: 'https://api.midtrans.com' },
    }
    expect(readConfig(test_).payments).toMatchObject({ localSandbox: false, keys: { environment: 'sandbox' }, origins })
    expect(readConfig({ ...live, MIDTRANS_ENV: 'production' }).payments).toMatchObject({
      keys: { environment: 'production', serverKey: 'Mid-server-x', clientKey: 'Mid-client-x' },
      origins,
    })
    const own = { MIDTRANS_SNAP_URL: 'http://127.0.0.1:4010', MIDTRANS_API_URL: 'http://127.0.0.1:4010' }
    const reached = { snapUrl: 'http://127.0.0.1:4010', apiUrl: 'http://127.0.0.1:4010' }
    expect(readConfig({ ...test_, ...own }).payments.origins).toEqual({ ...origins, sandbox: reached })
    expect(readConfig({ ...own, MIDTRANS_ENV: 'production' }).payments.origins).toEqual({
      ...origins,
      production: reached,
    })
  })

  test.each([
    ['outside of production', {}, true],
    ['in production', { NODE_ENV: 'production', PUBLIC_URL: 'https://camilan.id' }, false],
    [
      'in production that allows the sandbox',
      { NODE_ENV: 'production', PUBLIC_URL: 'https://camilan.id', ALLOW_IN_PRODUCTION: 'sandbox' },
      true,
    ],
    ['where MIDTRANS_ENV is production', { MIDTRANS_ENV: 'production' }, false],
  ])('may be missing; %s the local sandbox is used: %s', (_where, environment, localSandbox) => {
    const { payments } = readConfig(environment as unknown as Record<string, string>)
    expect(payments.localSandbox).toBe(localSandbox)
    expect(payments.keys?.environment).toBe(localSandbox ? 'local' : undefined)
  })

  test.each([
    ['live keys in the sandbox', live, 2],
    ['sandbox keys in production', { ...test_, MIDTRANS_ENV: 'production' }, 2],
    ['one key of two', { MIDTRANS_SERVER_KEY: 'SB-Mid-server-x' }, 1],
    ['swapped keys', { MIDTRANS_SERVER_KEY: 'SB-Mid-client-x', MIDTRANS_CLIENT_KEY: 'SB-Mid-server-x' }, 2],
  ])('are refused without their values: %s', (_what, environment, count) => {
    const problems = problemsIn(environment)
    expect(problems).toHaveLength(count)
    for (const problem of problems) expect(problem).toMatch(/^(?!.*-x).*MIDTRANS_(SERVER|CLIENT)_KEY/)
  })
})

describe('in production', () => {
  const complete = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://camilan.id',
    MIDTRANS_ENV: 'production',
    MIDTRANS_SERVER_KEY: 'Mid-server-x',
    MIDTRANS_CLIENT_KEY: 'Mid-client-x',
  }

  test('a complete configuration is accepted, without demo data', () => {
    expect(readConfig(complete)).toMatchObject({ production: true, demoData: false })
  })

  test.each([
    ['PUBLIC_URL', { ...complete, PUBLIC_URL: 'http://camilan.id' }, 'http'],
    ['PUBLIC_URL', { ...complete, PUBLIC_URL: '' }, 'http'],
    ['DEMO_DATA', { ...complete, DEMO_DATA: 'on' }, 'demo'],
    ['MIDTRANS_SNAP_URL', { ...complete, MIDTRANS_SNAP_URL: 'http://snap.local' }, 'http'],
  ])('%s is refused unless ALLOW_IN_PRODUCTION names it', (name, environment, word) => {
    expect(problemsIn(environment)).toEqual([expect.stringContaining(name)])
    expect(problemsIn({ ...environment, ALLOW_IN_PRODUCTION: word })).toEqual([])
  })
})

describe('mail', () => {
  const mailOf = (environment: Record<string, string>) => readConfig(environment).mail

  test('is written to a folder by default, from the shop at the host of PUBLIC_URL', () => {
    expect(mailOf({ SHOP_NAME: 'Toko Ani', PUBLIC_URL: 'https://toko.example:8443' })).toEqual({
      smtpUrl: undefined,
      from: { name: 'Toko Ani', address: 'noreply@toko.example' },
      isFromSet: false,
      isNamedAfterShop: true,
    })
  })

  test.each([
    ['toko@contoh.id', { name: 'Camilan', address: 'toko@contoh.id' }],
    ['<toko@contoh.id>', { name: 'Camilan', address: 'toko@contoh.id' }],
    ['Toko Ani <toko@contoh.id>', { name: 'Toko Ani', address: 'toko@contoh.id' }],
    ['"Ani, Budi" <toko@contoh.id>', { name: 'Ani, Budi', address: 'toko@contoh.id' }],
  ])('comes from MAIL_FROM %s', (MAIL_FROM, from) => {
    expect(mailOf({ MAIL_FROM }).from).toEqual(from)
  })

  test.each(['toko', 'Toko <toko>', 'a@b.id, c@d.id', 'Toko <a@b.id> x'])(
    'is not configured with a MAIL_FROM of %s',
    (from) => {
      expect(problemsIn({ MAIL_FROM: from })).toEqual([expect.stringContaining('MAIL_FROM must be')])
    },
  )

  test('goes through SMTP_URL, which may ask for TLS and hold a login', () => {
    const smtpUrl = 'smtps://toko%40contoh.id:rahasia@mail.contoh.id:465'
    expect(mailOf({ SMTP_URL: smtpUrl }).smtpUrl).toBe(smtpUrl)
  })

  test.each(['mail.contoh.id', 'mail.contoh.id:587', 'https://mail.contoh.id', 'smtp://'])(
    'does not go through SMTP_URL %s',
    (url) => {
      expect(problemsIn({ SMTP_URL: url })).toEqual([expect.stringContaining('SMTP_URL must be')])
    },
  )
})

const s3 = {
  MEDIA_S3_ENDPOINT: 'https://s3.contoh.id',
  MEDIA_S3_REGION: 'ap-southeast-3',
  MEDIA_S3_BUCKET: 'toko',
  MEDIA_S3_KEY: 'kunci',
  MEDIA_S3_SECRET: 'rahasia',
}

test('pictures are files unless all five settings of S3 are there', () => {
  expect(readConfig({}).mediaS3).toBeUndefined()
  expect(readConfig(s3).mediaS3).toEqual({
    endpoint: 'https://s3.contoh.id',
    region: 'ap-southeast-3',
    bucket: 'toko',
    key: 'kunci',
    secret: 'rahasia',
    prefix: '',
    pathStyle: true,
  })
  const more = readConfig({ ...s3, MEDIA_S3_PREFIX: 'camilan/gambar', MEDIA_S3_PATH_STYLE: 'off' }).mediaS3
  expect(more).toMatchObject({ prefix: 'camilan/gambar/', pathStyle: false })
})

test('half of the settings of S3 is refused with one sentence, which names the others', () => {
  const { MEDIA_S3_KEY: _key, MEDIA_S3_SECRET: _secret, ...half } = s3
  const end = 'must be set too: pictures are on S3 with all five of the settings, or with none'
  expect(problemsIn(half)).toEqual([`  MEDIA_S3_KEY, MEDIA_S3_SECRET ${end}`])
  expect(problemsIn({ MEDIA_S3_PREFIX: 'a' })).toEqual([`  ${Object.keys(s3).join(', ')} ${end}`])
  expect(problemsIn({ ...s3, MEDIA_S3_PREFIX: '../a' })[0]).toMatch(/^ {2}MEDIA_S3_PREFIX must be names of/)
  expect(problemsIn({ ...s3, MEDIA_S3_BUCKET: 'a/b' })[0]).toMatch(/^ {2}MEDIA_S3_BUCKET must be letters/)
})
