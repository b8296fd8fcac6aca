/** The keys of the gateway in the browser: who may change them, which are stored, and how open payments end. */
import type { PaymentKeysSaved, PaymentKeysState } from '@camilan/contract/payment-keys'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days, minutes } from '../../platform/clock.ts'
import { openBroadcast } from '../../platform/events/broadcast.ts'
import { openGatewayAccounts } from '../../testing/gateway-accounts.ts'
import { signedNotification } from '../../testing/gateway-notification.ts'
import { useShop } from '../../testing/make-shop.ts'
import { isOfRequest, statementsOf } from '../../testing/statements.ts'
import { useEach } from '../../testing/use-each.ts'
import { useOpened } from '../../testing/use-opened.ts'
import { removeKeys } from './change-keys.ts'
import { retireKeySets } from './key-set-rows.ts'
import { openKeySets } from './key-sets.ts'

const shop = useShop({ environment: { NODE_ENV: 'production', ALLOW_IN_PRODUCTION: 'http' }, pages: true })
const gateway = useOpened(() => openGatewayAccounts(['satu', 'dua', 'tiga'], { clock: shop.clock }))

beforeAll(async () => {
  Object.assign(shop.config.payments.origins, { sandbox: gateway.reached })
})
afterAll(() => gateway?.close())

const path = '/admin/settings/payment-keys'
const opensSoon = 'Toko ini segera dibuka'

beforeEach(async () => {
  // Each test starts without the keys and open payments of the others.
  await shop.pool.query('truncate orders, products, payment_key_sets cascade')
  await shop.keySets.reload()
})

const admin = useEach(() => shop.onlyAdmin())
const ani = useEach(() => shop.customer())

const formOf = (name: string, overrides: object = {}) => ({
  environment: 'sandbox',
  server_key: `SB-Mid-server-${name}`,
  client_key: `SB-Mid-client-${name}`,
  current_password: admin.password,
  ...overrides,
})
const setKeys = (name: string, overrides: object = {}) =>
  admin.ask<PaymentKeysSaved>('PUT', path, { body: formOf(name, overrides) })
const state = async () => (await admin.ask<PaymentKeysState>('GET', path)).body.data
const page = async (url = '/') => {
  const response = await fetch(shop.origin + url)
  return { text: await response.text(), policy: response.headers.get('content-security-policy') ?? '' }
}
const setOf = async (orderId: string) =>
  (
    await shop.db
      .selectFrom('payment_attempts')
      .innerJoin('payment_key_sets', 'payment_key_sets.id', 'payment_attempts.key_set_id')
      .select('client_key')
      .where('payment_attempts.id', '=', orderId)
      .executeTakeFirst()
  )?.client_key
const count = async (
  table: 'audit_entries' | 'payment_key_sets' | 'orders' | 'payment_attempts' | 'idempotency_keys' | 'stock_movements',
) =>
  Number(
    (
      await shop.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

const notify = (order_id: string, name: string) =>
  shop.ask('POST', '/payments/notification', { body: signedNotification(`SB-Mid-server-${name}`, { order_id }) })

describe('a production shop without keys', () => {
  test('takes no orders and writes nothing, and a repeated request gets the order that it made before', async () => {
    const [product, bale] = [await shop.product(), await shop.product({ price: 40_000 })]
    await setKeys('satu')
    await ani.addToCart(bale, 1)
    const placed = await ani.placeOrder({}, 'pesanan-lama')
    expect(placed.status).toBe(201)
    await shop.db.updateTable('payment_key_sets').set({ replaced_at: shop.clock() }).execute()
    await shop.keySets.reload()

    const before = [await count('orders'), await count('payment_attempts'), await count('idempotency_keys')]
    await ani.addToCart(product, 1)
    const refused = await ani.placeOrder({}, 'pesanan-baru')
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'PAYMENT_UNAVAILABLE', errors: expect.stringContaining('segera dibuka') },
    })
    expect(refused.body.data).toBeUndefined()
    expect([await count('orders'), await count('payment_attempts'), await count('idempotency_keys')]).toEqual(before)
    expect(await ani.cart()).toHaveLength(1)
    expect(await ani.placeOrder({}, 'pesanan-lama')).toMatchObject({ status: 201, body: placed.body })
  })

  test('says on its pages that it opens soon and loads no script of a gateway, until keys are set', async () => {
    for (const url of ['/', '/products', '/auth/login', '/cart', '/tidak-ada']) {
      const { text, policy } = await page(url)
      if (url !== '/auth/login') expect([url, text.includes(opensSoon)]).toEqual([url, true])
      expect(policy).not.toContain('midtrans')
      expect(policy).not.toContain(gateway.origin)
    }
    expect((await setKeys('satu')).status).toBe(200)
    for (const url of ['/', '/products', '/cart', '/tidak-ada']) {
      const { text, policy } = await page(url)
      expect([url, text.includes(opensSoon), text.includes('SB-Mid-client-satu')]).toEqual([url, false, true])
      expect(policy).toContain(gateway.origin)
    }
  })

  test('tells its pages that no money moves from test keys until live ones', async () => {
    Object.assign(shop.config.payments.origins, { production: gateway.reached })
    const isSimulated = () => shop.shopInfo()?.simulated
    expect(isSimulated()).toBe(false)
    expect((await setKeys('satu')).status).toBe(200)
    expect(isSimulated()).toBe(true)
    const live = { environment: 'production', server_key: 'Mid-server-dua', client_key: 'Mid-client-dua' }
    expect((await setKeys('dua', live)).status).toBe(200)
    expect(isSimulated()).toBe(false)
  })

  test('asks the gateway to send its notifications again', async () => {
    expect(await notify('261120-AAAAAA', 'satu')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  })
})

describe('keys are kept', () => {
  test('when the gateway accepts them; they are encrypted, and no answer has the server key', async () => {
    expect(await state()).toMatchObject({ source: 'none', environment: null, client_key_ending: null, locked: [] })
    const saved = await setKeys('satu')
    expect(saved).toMatchObject({ status: 200, body: { message: 'Kunci pembayaran tersimpan' } })
    expect(saved.body.data.findings.map(({ what }) => what)).toEqual(['server-key', 'snap', 'clock', 'notification'])
    expect(saved.body.data.findings.filter(({ what, ok }) => what !== 'clock' && !ok)).toEqual([])
    const expected = {
      source: 'browser',
      environment: 'sandbox',
      client_key_ending: 'satu',
      set_by: admin.name,
      set_at: shop.clock().toISOString(),
      unreadable: false,
      storage_problem: null,
      payments_without_keys: 0,
    }
    expect(await state()).toMatchObject(expected)
    expect(JSON.stringify([saved.body, await state()])).not.toContain('SB-Mid-server')
    const rows = await shop.pool.query('select * from payment_key_sets')
    expect(JSON.stringify(rows.rows)).not.toContain('SB-Mid-server')
    expect(rows.rows[0].sealed_server_key.toString('latin1')).not.toContain('satu')
    const order = await ani.buy(await shop.product({ price: 40_000 }))
    expect(await setOf(order)).toBe('SB-Mid-client-satu')
  })

  test('and the change is in the history, without the keys', async () => {
    await setKeys('satu')
    await setKeys('dua')
    const { body } = await admin.ask<{ changes: object[]; actor: object }[]>('GET', '/admin/settings/audit')
    const [newest] = body.data
    expect(newest).toMatchObject({
      actor: { name: admin.name },
      changes: [
        { field: 'payment_environment', before: 'sandbox', after: 'sandbox' },
        { field: 'payment_client_key', before: 'satu', after: '-dua' },
        { field: 'payment_server_key', before: '••••', after: '••••' },
      ],
    })
    const entries = await shop.pool.query('select * from audit_entries')
    expect(JSON.stringify(entries.rows)).not.toMatch(/Mid-(server|client)/)
  })

  const swapped = { server_key: 'SB-Mid-client-satu', client_key: 'SB-Mid-server-satu' }

  test.each([
    ['that the gateway refuses', 'tak-dikenal', {}, 'server_key', 'ditolak Midtrans'],
    ['of the other environment', 'satu', { environment: 'production' }, 'server_key', 'diawali Mid-server-'],
    ['that are swapped', 'satu', swapped, 'client_key', 'tertukar'],
    ['of which one is missing', 'satu', { client_key: ' ' }, 'client_key', 'wajib diisi'],
  ])('but not those %s', async (_which, name, overrides, field, sentence) => {
    await setKeys('dua')
    const refused = await setKeys(name, overrides)
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', fields: { [field]: expect.stringContaining(sentence) } },
    })
    expect(JSON.stringify(refused.body)).not.toContain('SB-Mid-server-satu')
    expect((await state()).client_key_ending).toBe('-dua')
  })

  test('but not while the gateway can’t be asked', async () => {
    const { origins } = shop.config.payments
    origins.sandbox = { snapUrl: 'http://127.0.0.1:1', apiUrl: 'http://127.0.0.1:1' }
    const refused = await setKeys('satu')
    origins.sandbox = gateway.reached
    expect(refused).toMatchObject({
      status: 503,
      body: {
        code: 'PAYMENT_UNAVAILABLE',
        // The message contains only the host of the address, and the next step.
        errors: expect.stringMatching(
          /^Kunci belum disimpan\. 127\.0\.0\.1:1 tidak bisa dihubungi \([^)]+\)\. Periksa koneksi internet/,
        ),
      },
    })
    expect((await state()).source).toBe('none')
  })

  test('and are checked again on demand', async () => {
    const { body, status } = await admin.ask('POST', `${path}/check`)
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'PAYMENT_UNAVAILABLE' })
    await setKeys('satu')
    const checked = await admin.ask<{ findings: { what: string; ok: boolean }[] }>('POST', `${path}/check`)
    expect(checked.body.data.findings.filter(({ what, ok }) => what !== 'clock' && !ok)).toEqual([])
  })
})

/** Ten open payments: with and without a chosen method. */
async function openTen(name: string): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < 10; i += 1) {
    const id = await ani.buy(await shop.product({ price: 40_000 }))
    if (i % 2 === 0) await gateway.account(name).sandbox.charge(id)
    ids.push(id)
  }
  return ids
}
const statusOf = async (id: string) => (await ani.order(id)).status

describe('after the keys were replaced', () => {
  test('by those of another account, ten open payments settle: by notification, by a question to the gateway, and by the buyer’s visit', async () => {
    await setKeys('satu')
    const ids = await openTen('satu')
    expect((await setKeys('dua')).status).toBe(200)
    expect((await state()).payments_without_keys).toBe(0)
    const { sandbox } = gateway.account('satu')
    await sandbox.setFaults({ webhook: 'deliver' })
    for (const id of ids.slice(0, 4)) {
      await sandbox.pay(id)
      expect((await sandbox.webhookStatuses(id)).at(-1)).toBe(200)
    }
    await sandbox.setFaults({ webhook: 'drop' })
    for (const id of ids.slice(4)) await sandbox.pay(id)
    await shop.advanceClock(minutes(1))
    for (const id of ids.slice(4, 6)) await ani.refresh(id)
    await shop.reconcile()
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'DIBAYAR'))
    await sandbox.reset()
    // A new order belongs to the new account.
    const id = await ani.buy(await shop.product({ price: 40_000 }))
    expect(await setOf(id)).toBe('SB-Mid-client-dua')
    await gateway.account('dua').sandbox.pay(id)
    await expect.poll(() => statusOf(id)).toBe('DIBAYAR')
  })

  test('unpaid payments end with their orders, and a buyer can cancel', async () => {
    await setKeys('satu')
    const [cancelled = '', ...ids] = (await openTen('satu')).slice(0, 4)
    await setKeys('dua')
    expect((await ani.setStatus(cancelled, 'DIBATALKAN')).status).toBe(200)
    await shop.advanceClock(days(1))
    await shop.reconcile()
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'DIBATALKAN'))
  })

  test('an order without a token gets one with the new keys', async () => {
    await setKeys('satu')
    await gateway.account('satu').sandbox.setFaults({ create: 'error' })
    await ani.addToCart(await shop.product({ price: 40_000 }), 1)
    const { order_id } = (await ani.placeOrder()).body.data
    await gateway.account('satu').sandbox.reset()
    await setKeys('dua')
    expect((await ani.openPayment(order_id)).status).toBe(200)
    expect(await setOf(order_id)).toBe('SB-Mid-client-dua')
    await gateway.account('dua').sandbox.pay(order_id)
    await expect.poll(() => statusOf(order_id)).toBe('DIBAYAR')
  })

  test('a notification is forged if its key belongs to another environment, or was never a key of the shop', async () => {
    await setKeys('satu')
    const id = await ani.buy(await shop.product({ price: 40_000 }))
    Object.assign(shop.config.payments.origins, { production: gateway.reached })
    const live = { environment: 'production', server_key: 'Mid-server-dua', client_key: 'Mid-client-dua' }
    expect((await setKeys('dua', live)).status).toBe(200)
    const signedLive = { body: signedNotification('Mid-server-dua', { order_id: id }) }
    expect(await shop.ask('POST', '/payments/notification', signedLive)).toMatchObject({ status: 403 })
    expect(await notify(id, 'tiga')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    await gateway.account('satu').sandbox.pay(id)
    expect((await gateway.account('satu').sandbox.webhookStatuses(id)).at(-1)).toBe(200)
    expect(await statusOf(id)).toBe('DIBAYAR')
  })

  test('a key that the gateway now refuses is replaced by the current one of the same environment', async () => {
    // The account has a new key, and still the same payments.
    await setKeys('satu')
    const [paid, unpaid] = [await ani.buy(await shop.product({ price: 40_000 })), await ani.buy(await shop.product())]
    await gateway.account('satu').sandbox.setFaults({ webhook: 'drop' })
    await gateway.account('satu').sandbox.pay(paid)
    await shop.db
      .updateTable('payment_key_sets')
      .set({
        client_key: 'SB-Mid-client-lama',
        server_key_fingerprint: Buffer.from('lama'),
        sealed_server_key: await sealedAs('lama'),
      })
      .execute()
    await shop.keySets.reload()
    expect((await setKeys('satu')).status).toBe(200)
    expect(await setOf(paid)).toBe('SB-Mid-client-lama')
    await shop.advanceClock(minutes(1))
    await shop.reconcile()
    expect(await statusOf(paid)).toBe('DIBAYAR')
    await shop.advanceClock(days(1))
    await shop.reconcile()
    expect(await statusOf(unpaid)).toBe('DIBATALKAN')
  })

  test('no payment counts as ended because another account does not know it', async () => {
    await setKeys('satu')
    const id = await ani.buy(await shop.product({ price: 40_000 }))
    gateway.refuse('SB-Mid-server-satu')
    await setKeys('dua')
    await shop.advanceClock(days(1))
    await shop.reconcile()
    expect(await statusOf(id)).toBe('DIPROSES')
    // An administrator can, because they see the gateway's dashboard.
    expect((await admin.ask('POST', `/admin/orders/${id}/cancel`)).status).toBe(200)
    await shop.advanceClock(days(60))
    await shop.reconcile()
  })

  test('no request sends more statements', async () => {
    await setKeys('dua')
    const chips = await shop.product({ price: 40_000 })
    await ani.addToCart(chips, 1)
    expect((await statementsOf(() => ani.placeOrder())).filter(isOfRequest)).toHaveLength(9)
  })
})

/** A key that the sealer of this shop encrypts, with the fingerprint of the same name. */
async function sealedAs(name: string): Promise<Buffer> {
  const fingerprint = Buffer.from(name).toString('hex')
  return shop.sealer.seal(`payment-keys/sandbox/${fingerprint}`, `SB-Mid-server-${name}`)
}

/** The shop as after a restore without the key that encrypts its secrets. */
async function loseKeys(): Promise<void> {
  await shop.db
    .updateTable('payment_key_sets')
    .set({ sealed_server_key: Buffer.from('bukan kunci') })
    .execute()
  await shop.keySets.reload()
}

describe('payments whose keys are lost', () => {
  test('they count as not set; its notifications get 503, and its order is neither expired nor ended', async () => {
    await setKeys('dua')
    const id = await ani.buy(await shop.product({ price: 40_000 }))
    await loseKeys()
    expect(await state()).toMatchObject({ source: 'none', unreadable: true, payments_without_keys: 1 })
    const { sandbox } = gateway.account('dua')
    await sandbox.pay(id)
    expect((await sandbox.webhookStatuses(id)).at(-1)).toBe(503)
    expect((await notify(id, 'tiga')).status).toBe(503)
    await shop.advanceClock(days(2))
    await shop.reconcile()
    expect(await statusOf(id)).toBe('DIPROSES')
    expect((await ani.setStatus(id, 'DIBATALKAN')).body.code).toBe('PAYMENT_UNAVAILABLE')
    const refused = await admin.ask('POST', `/admin/orders/${id}/cancel`)
    expect(refused).toMatchObject({ status: 503, body: { errors: expect.stringContaining('Isi kuncinya lagi') } })
    await ani.addToCart(await shop.product(), 1)
    expect((await ani.placeOrder()).status).toBe(503)
    expect(await statusOf(id)).toBe('DIPROSES')

    // The same keys, given again, are known by their fingerprint.
    expect((await setKeys('dua')).status).toBe(200)
    expect(await state()).toMatchObject({ unreadable: false, payments_without_keys: 0 })
    expect(await shop.db.selectFrom('payment_key_sets').select('id').execute()).toHaveLength(1)
    await shop.advanceClock(minutes(1))
    await shop.reconcile()
    expect(await statusOf(id)).toBe('DIBAYAR')
  })

  test('another key of the same account still finds its money', async () => {
    await setKeys('dua')
    const id = await ani.buy(await shop.product({ price: 40_000 }))
    await shop.db
      .updateTable('payment_key_sets')
      .set({ server_key_fingerprint: Buffer.from('hilang'), sealed_server_key: Buffer.from('bukan kunci') })
      .execute()
    await shop.keySets.reload()
    await gateway.account('dua').sandbox.setFaults({ webhook: 'drop' })
    await gateway.account('dua').sandbox.pay(id)
    await setKeys('dua')
    expect((await notify(id, 'tiga')).status).toBe(503)
    expect((await notify(id, 'dua')).status).toBe(200)
    expect(await statusOf(id)).toBe('DIBAYAR')
    await gateway.account('dua').sandbox.reset()
  })

  test('many of them do not delay the checks of the others', async () => {
    await setKeys('dua')
    for (let i = 0; i < 5; i += 1) await ani.buy(await shop.product())
    await shop.advanceClock(minutes(1)) // they are checked before the next one
    await loseKeys()
    const live = { environment: 'production', server_key: 'Mid-server-tiga', client_key: 'Mid-client-tiga' }
    Object.assign(shop.config.payments.origins, { production: gateway.reached })
    await setKeys('tiga', live)
    const id = await ani.buy(await shop.product({ price: 40_000 }))
    const { sandbox } = gateway.account('tiga')
    await sandbox.setFaults({ webhook: 'drop' })
    await sandbox.pay(id)
    await shop.advanceClock(minutes(1))
    await shop.reconcile()
    expect(await statusOf(id)).toBe('DIBAYAR')
    await sandbox.reset()
  })
})

describe('after the keys were removed', () => {
  const remove = () =>
    admin.ask<PaymentKeysState>('POST', `${path}/remove`, { body: { current_password: admin.password } })

  test('open payments settle, are cancelled and end with them, while the shop takes no orders and says that it opens soon', async () => {
    await setKeys('dua')
    const [notified = '', asked = '', cancelled = '', lapsed = ''] = await openTen('dua')
    await ani.addToCart(await shop.product(), 1)
    const removed = await remove()
    expect(removed).toMatchObject({
      status: 200,
      body: { message: 'Kunci pembayaran dihapus', data: { source: 'none', stored: false, client_key_ending: null } },
    })
    expect(await state()).toMatchObject({ unreadable: false, set_by: null, payments_without_keys: 0 })
    expect(await ani.placeOrder()).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } })
    const { redirect_url } = (await ani.openPayment(lapsed)).body.data
    expect(redirect_url).toContain('/snap/')
    expect((await page()).text).toContain(opensSoon)
    expect((await page()).policy).not.toContain(gateway.origin)

    const { sandbox } = gateway.account('dua')
    await sandbox.pay(notified)
    expect((await sandbox.webhookStatuses(notified)).at(-1)).toBe(200)
    await sandbox.setFaults({ webhook: 'drop' })
    await sandbox.pay(asked)
    expect((await ani.setStatus(cancelled, 'DIBATALKAN')).status).toBe(200)
    await shop.advanceClock(minutes(1))
    await shop.reconcile()
    expect(await Promise.all([notified, asked, cancelled, lapsed].map(statusOf))).toEqual([
      'DIBAYAR',
      'DIBAYAR',
      'DIBATALKAN',
      'DIPROSES',
    ])
    await shop.advanceClock(days(2))
    await shop.reconcile()
    expect(await statusOf(lapsed)).toBe('DIBATALKAN')
    await sandbox.reset()

    expect(await retireKeySets(shop.db, shop.clock())).toBe(0)
    await shop.advanceClock(days(31))
    expect(await retireKeySets(shop.db, shop.clock())).toBe(1)
    expect(await shop.db.selectFrom('payment_key_sets').select('sealed_server_key').execute()).toEqual([
      { sealed_server_key: null },
    ])
  })

  test('the history has one entry, and the same keys can be given again', async () => {
    await setKeys('dua')
    const entries = () => count('audit_entries')
    const before = await entries()
    for (let i = 0; i < 2; i += 1) expect((await remove()).status).toBe(200)
    expect(await entries()).toBe(before + 1)
    const { body } = await admin.ask<{ changes: object[]; actor: object }[]>('GET', '/admin/settings/audit')
    expect(body.data[0]).toMatchObject({
      actor: { name: admin.name },
      changes: [
        { field: 'payment_environment', before: 'sandbox', after: null },
        { field: 'payment_client_key', before: '-dua', after: null },
        { field: 'payment_server_key', before: '••••', after: null },
      ],
    })
    expect((await setKeys('dua')).status).toBe(200)
    expect(await state()).toMatchObject({ source: 'browser', stored: true })
    expect(await count('payment_key_sets')).toBe(1)
  })

  test('keys that can’t be read any more are removed, but their payments still count as without keys', async () => {
    await setKeys('dua')
    await ani.buy(await shop.product({ price: 40_000 }))
    await loseKeys()
    expect(await state()).toMatchObject({ unreadable: true, stored: true })
    await remove()
    expect(await state()).toMatchObject({ unreadable: false, stored: false, payments_without_keys: 1 })
    expect((await notify('261120-AAAAAA', 'tiga')).status).toBe(503)
  })

  test('those of the environment continue, also if they are the same', async () => {
    await setKeys('dua')
    const { db, clock, sealer } = shop
    const broadcast = openBroadcast(shop.connection, { warn() {} })
    const own = { environment: 'sandbox', serverKey: 'SB-Mid-server-dua', clientKey: 'SB-Mid-client-dua' } as const
    const other = await openKeySets({ db, clock, sealer, broadcast, own })
    expect([other.isFixed, other.isStored(), other.current()?.serverKey]).toEqual([true, true, own.serverKey])
    const { limits } = shop.config
    const by = { ...admin, phone: '', isAdmin: true, role: 'admin' as const, isDemo: false, ip: '127.0.0.1' }
    await removeKeys({ db, clock, limits, keySets: other, log: shop.server.log }, by, {
      current_password: admin.password,
    })
    expect([other.isStored(), other.current()?.serverKey]).toEqual([false, own.serverKey])
    expect(await db.selectFrom('payment_key_sets').select(['sealed_server_key', 'replaced_at']).execute()).toEqual([
      { sealed_server_key: null, replaced_at: null },
    ])
    other.close()
    await broadcast.close()
  })
})

describe('sets that were replaced', () => {
  const secrets = async () =>
    (
      await shop.db
        .selectFrom('payment_key_sets')
        .select(['client_key', 'sealed_server_key'])
        .orderBy('set_at')
        .execute()
    ).map(({ client_key, sealed_server_key }) => [client_key.split('-').at(-1), sealed_server_key !== null])

  test('are kept while a payment of theirs is open or asked about, and then lose their secret', async () => {
    await setKeys('tiga')
    const id = await ani.buy(await shop.product({ price: 40_000 }))
    await shop.advanceClock(1)
    await setKeys('dua')
    await shop.advanceClock(days(2))
    expect(await retireKeySets(shop.db, shop.clock())).toBe(0)
    await shop.reconcile()
    expect(await statusOf(id)).toBe('DIBATALKAN')
    expect(await retireKeySets(shop.db, shop.clock())).toBe(0)
    await shop.advanceClock(days(31))
    expect(await retireKeySets(shop.db, shop.clock())).toBe(1)
    expect(await secrets()).toEqual([
      ['tiga', false],
      ['dua', true],
    ])
    await shop.keySets.reload()
    expect(shop.keySets.hasLost()).toBe(false)
    expect((await notify('261120-AAAAAA', 'tiga')).status).toBe(403)
  })
})

describe('another process', () => {
  test('without events knows the keys of a payment as soon as it needs them', async () => {
    const deaf = openBroadcast({ host: '/nonexistent', port: 1, user: 'a', database: 'a' }, { warn() {} })
    const { db, clock, sealer } = shop
    const other = await openKeySets({ db, clock, sealer, broadcast: deaf, own: undefined })
    await setKeys('dua')
    expect(other.current()).toBeUndefined()
    const id = shop.keySets.current()?.id ?? ''
    expect(await other.find(id)).toMatchObject({ serverKey: 'SB-Mid-server-dua' })
    expect(other.current()?.id).toBe(id)
    other.close()
    await deaf.close()
  })
})
