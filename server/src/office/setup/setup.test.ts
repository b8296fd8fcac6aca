import type { Setup } from '@camilan/contract/setup'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { MailServer } from '../../mail/transports/mail-server.ts'
import type { KeyEnvironment } from '../../payments/keys/key-sets.ts'
import { recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import { days, earlier, hours, later, minutes } from '../../platform/clock.ts'
import { transact } from '../../platform/db/transact.ts'
import { createProduct } from '../../products/change/create-product.ts'
import { sampleProducts } from '../../products/samples/sample-products.ts'
import { freePort } from '../../testing/free-port.ts'
import { SmtpRefusal, startMailServer } from '../../testing/mail-server.ts'
import { useShop } from '../../testing/make-shop.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { statementsOf } from '../../testing/statements.ts'
import { useEach } from '../../testing/use-each.ts'
import { backupDownloaded } from './queries.ts'
import { readSetup, type SetupDeps } from './read-setup.ts'

const smtpPort = await freePort()
const shop = useShop({ environment: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, DEMO_DATA: 'false' } })

beforeEach(async () => {
  await sql`truncate users, products, shop_settings, last_backup, mail_outbox cascade`.execute(shop.db)
  await shop.db.insertInto('shop_settings').defaultValues().execute()
})

const ani = useEach(() => shop.admin({ name: 'Bu Ani' }))

const setup = async (by: Customer = ani) => (await by.ask<Setup>('GET', '/admin/setup')).body.data
const stepsOf = async () => (await setup()).steps
const change = (body: object) => ani.ask<Setup>('PUT', '/admin/setup', { body })
const save = async (settings: object) => {
  const { version } = (await ani.ask<{ version: number }>('GET', '/admin/settings')).body.data
  const answer = await ani.ask('PUT', '/admin/settings', { body: { version, ...settings } })
  expect(answer.status).toBe(200)
}

const keysOf = (environment: KeyEnvironment | undefined): SetupDeps['keySets'] => ({
  current: () => environment && { environment },
})

/** The list of a shop with another configuration. */
const setupWith = async (overrides: Partial<SetupDeps>, now = shop.clock()) => {
  const deps: SetupDeps = {
    db: shop.db,
    production: false,
    settings: { current: () => shop.config.settings.defaults, base: shop.config.settings },
    demoData: false,
    keySets: keysOf('local'),
    quiet: { isOn: () => false },
    mailServer: sender('folder'),
    backup: { everyHours: 24, isElsewhere: async () => false },
    ...overrides,
  }
  return readSetup(deps, now)
}

test('a new shop has all steps open', async () => {
  expect(await setup()).toEqual({
    closed_at: null,
    is_done: false,
    obstacles: ['product'],
    steps: {
      identity: { is_done: false, has_name: false, has_story: false },
      contact: { is_done: false, has_whatsapp: false, has_address: false },
      delivery: { is_done: false },
      payment: { is_done: false, mode: 'simulation' },
      methods: { is_done: false },
      mail: { is_done: false, has_server: true, test: null, order_mails: false },
      product: { is_done: false, chosen_packaging: false },
      backup: { is_done: false, made_at: null, is_elsewhere: false, downloaded_at: null, every_hours: 24 },
    },
    has_samples: false,
  })
})

test('the steps about the shop follow its settings', async () => {
  await save({ shop_name: 'Dapur Ani', whatsapp: '081234567890' })
  expect(await stepsOf()).toMatchObject({
    identity: { is_done: false, has_name: true, has_story: false },
    contact: { is_done: false, has_whatsapp: true, has_address: false },
  })
  await save({
    story: 'Kami mulai dari dapur.',
    address: 'Jl. Melati 1, Bogor',
    shipping_cost: 9_000,
    payment_methods: ['other_qris'],
  })
  expect(await stepsOf()).toMatchObject({
    methods: { is_done: true },
    identity: { is_done: true },
    contact: { is_done: true },
    delivery: { is_done: true },
  })
})

test('the usual costs of delivery are a finished step after an administrator has confirmed them', async () => {
  expect((await change({ delivery_confirmed: true })).body.data.steps.delivery).toEqual({ is_done: true })
  expect(await stepsOf()).toMatchObject({ delivery: { is_done: true } })
})

test('a name and costs that are set in the environment are finished', async () => {
  const { defaults, hasSampleTexts } = shop.config.settings
  const locked = { shop_name: 'SHOP_NAME', shipping_cost: 'SHIPPING_COST' }
  const base = { defaults, hasSampleTexts, locked }
  const { steps } = await setupWith({ settings: { current: () => ({ ...defaults, story: 'Dapur.' }), base } })
  expect(steps).toMatchObject({ identity: { is_done: true }, delivery: { is_done: true } })
})

test('only an own product finishes its step: samples and archived products do not', async () => {
  const [{ slug: _, ...nastar }] = sampleProducts
  await shop.product(nastar)
  await shop.product({ archived_at: shop.clock() })
  expect(await setup()).toMatchObject({ has_samples: true, steps: { product: { is_done: false } } })
  const form = { ...nastar, low_stock_at: 5 }
  await transact(shop.db, (tx) => createProduct(tx, ani, { form, image: null }, shop.clock()))
  expect(await setup()).toMatchObject({ has_samples: true, steps: { product: { is_done: true } } })
})

test.each([
  ['none', undefined, false],
  ['simulation', 'local', false],
  ['sandbox', 'sandbox', false],
  ['production', 'production', true],
] as const)('payments: %s', async (mode, environment, is_done) => {
  expect((await setupWith({ keySets: keysOf(environment) })).steps.payment).toEqual({ is_done, mode })
})

test('a backup counts while it is recent, and if it is on another disk than the database', async () => {
  const now = shop.clock()
  const made = (at: Date) =>
    shop.db
      .insertInto('last_backup')
      .values({ made_at: at, file: '/cadangan/a.tar', bytes: 1 })
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ made_at: at }))
      .execute()
  const backup = async (isElsewhere: boolean, everyHours = 24) =>
    (await setupWith({ backup: { everyHours, isElsewhere: async () => isElsewhere } })).steps.backup
  expect(await backup(true)).toMatchObject({ is_done: false, made_at: null })
  await made(earlier(now, hours(30)))
  expect(await backup(true)).toMatchObject({ is_done: true, made_at: earlier(now, hours(30)).toISOString() })
  expect(await backup(false)).toMatchObject({ is_done: false, is_elsewhere: false })
  expect(await backup(true, 0)).toMatchObject({ is_done: true, every_hours: 0 })
  expect(await backup(true, 12)).toMatchObject({ is_done: false })
  await made(earlier(now, days(2)))
  expect(await backup(true)).toMatchObject({ is_done: false })
})

test('a backup that an administrator downloaded counts for a month', async () => {
  const entry = { action: 'changed', changes: [backupDownloaded] } as const
  const at = shop.clock()
  await transact(shop.db, (tx) => recordChange(tx, ani, settingsSubject, entry, at))
  const backupAt = async (now: Date) => (await setupWith({}, now)).steps.backup
  expect(await backupAt(at)).toMatchObject({ is_done: true, is_elsewhere: false, downloaded_at: at.toISOString() })
  expect(await backupAt(later(at, days(31)))).toMatchObject({ is_done: false })
})

test('the obstacles are what keeps buyers from ordering: a restore, keys, products, stock', async () => {
  const obstacles = async (overrides: Partial<SetupDeps> = {}) => (await setupWith(overrides)).obstacles
  expect(await obstacles({ keySets: keysOf(undefined), quiet: { isOn: () => true } })).toEqual([
    'restored',
    'keys',
    'product',
  ])
  await shop.product({ is_visible: false })
  await shop.product({ archived_at: shop.clock() })
  expect(await obstacles()).toEqual(['product'])
  await shop.product({ stock: 0 })
  expect(await obstacles()).toEqual(['stock'])
  await shop.product({ stock: 1 })
  expect(await obstacles()).toEqual([])
})

test('the list is closed for all administrators, and can be opened again', async () => {
  expect((await change({ closed: true })).body.data.closed_at).toBe(shop.clock().toISOString())
  expect((await setup(await shop.admin())).closed_at).toBe(shop.clock().toISOString())
  expect((await change({ closed: false })).body.data.closed_at).toBeNull()
})

test('a shop without its row of settings, because none was written yet, has its list', async () => {
  await shop.db.deleteFrom('shop_settings').execute()
  expect((await setup()).closed_at).toBeNull()
  await change({ closed: true })
  expect((await setup()).closed_at).toBe(shop.clock().toISOString())
})

const sendTest = () => ani.ask('POST', '/admin/settings/mail-server/test')
const sender = (source: 'folder' | 'environment' | 'browser', setAt?: Date): SetupDeps['mailServer'] => ({
  source: () => source,
  given: () => setAt && ({ setAt } as ReturnType<MailServer['given']>),
})

test('a test mail that the mail server accepted finishes the step, and a refused one opens it again', async () => {
  let isWorking = true
  const mailServer = await startMailServer({
    port: smtpPort,
    onRecipient() {
      if (!isWorking) throw new SmtpRefusal(550, 'no such mailbox')
    },
  })
  expect((await sendTest()).status).toBe(200)
  expect(mailServer.received).toMatchObject([{ recipient: ani.email }])
  const sent = { is_sent: true, at: shop.clock().toISOString() }
  expect((await stepsOf()).mail).toEqual({ is_done: true, has_server: true, test: sent, order_mails: false })
  await save({ mail_order_events: true })
  isWorking = false
  await shop.advanceClock(minutes(1))
  expect((await sendTest()).status).toBe(400)
  const failed = { is_sent: false, at: shop.clock().toISOString() }
  expect((await stepsOf()).mail).toEqual({ is_done: false, has_server: true, test: failed, order_mails: true })
})

test('a test mail that an earlier mail server accepted does not count for the present one', async () => {
  const sentAt = shop.clock()
  const mail = { recipient: ani.email, subject: 'Email uji dari Camilan', created_at: sentAt, next_attempt_at: sentAt }
  await shop.db
    .insertInto('mail_outbox')
    .values({ ...mail, expires_at: later(sentAt, hours(1)), sent_at: sentAt })
    .execute()
  const mailOf = async (setAt: Date) => (await setupWith({ mailServer: sender('browser', setAt) })).steps.mail
  expect(await mailOf(earlier(sentAt, 1))).toMatchObject({ is_done: true })
  expect(await mailOf(later(sentAt, 1))).toEqual({ is_done: false, has_server: true, test: null, order_mails: false })
})

test('the step is open without a mail server', async () => {
  expect((await setupWith({})).steps.mail).toEqual({
    is_done: false,
    has_server: false,
    test: null,
    order_mails: false,
  })
})

test('a shop with everything is finished', async () => {
  const { defaults } = shop.config.settings
  const current = () => ({ ...defaults, shop_name: 'Dapur Ani', story: 'a', whatsapp: '0812', address: 'b' })
  await change({ delivery_confirmed: true })
  await shop.product({ name: 'Bolu Ani' })
  await startMailServer({ port: smtpPort })
  expect((await sendTest()).status).toBe(200)
  await shop.db.insertInto('last_backup').values({ made_at: shop.clock(), file: 'a', bytes: 1 }).execute()
  const finished = await setupWith({
    settings: { current, base: shop.config.settings },
    keySets: keysOf('production'),
    mailServer: sender('environment'),
    backup: { everyHours: 24, isElsewhere: async () => true },
  })
  expect(finished.is_done).toBe(true)
})

test('the list costs one statement beside the session', async () => {
  const texts = await statementsOf(async () => void (await setup()))
  expect(texts.filter((text) => text.includes('checklist_closed_at') || text.includes('sessions'))).toHaveLength(2)
})
