import type { FastifyServerOptions } from 'fastify'
import './production-react.ts'
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest'
import { topicOf } from '../accounts/sessions.ts'
import { buildApp } from '../app.ts'
import { openQuiet } from '../backup/quiet.ts'
import { publishCatalogChange } from '../catalog/catalog-change.ts'
import { readConfig } from '../config.ts'
import { openPages } from '../pages.ts'
import { endLapsedOrders } from '../payments/end-lapsed-orders.ts'
import { reconcile } from '../payments/reconcile.ts'
import { later } from '../platform/clock.ts'
import { openBroadcast } from '../platform/events/broadcast.ts'
import { openSealer } from '../platform/sealed.ts'
import { checkBooks } from '../reports/check-books.ts'
import { freePort } from './free-port.ts'
import { makeProduct } from './make-product.ts'
import { makeAdmin, makeUser } from './make-user.ts'
import { useMedia } from './media-folder.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { type Ask, askAt, type Customer, clientOf } from './shop-client.ts'
import { useTestDb } from './test-db.ts'

export interface ShopOptions {
  /** Configuration that differs from the defaults. */
  environment?: Record<string, string>
  /** With the built pages. */
  pages?: boolean
  logger?: FastifyServerOptions['logger']
  /** Encrypts what is set in the browser; undefined: nothing can be stored. */
  settingsKey?: string | undefined
}

const unusedKey = (kind: 'server' | 'client') => `SB-Mid-${kind}-unused`

/** Findings that tests cause on purpose: unpaid orders whose time is over, and payments that arrive too late. */
const expectedFindings = ['overdue', 'refund-due']

/**
 * A complete shop for a test file, listening on a port of its own: a database, the payment sandbox called over HTTP, which
 * sends its webhooks over HTTP, and a clock that only `advanceClock` moves. After each test the books are checked.
 * Call it at the top of the file; use its members inside tests and hooks only.
 */
export function useShop({ environment = {}, pages = false, logger, ...options }: ShopOptions = {}) {
  const settingsKey = 'settingsKey' in options ? options.settingsKey : 'kunci uji yang panjangnya lebih dari 32 huruf'
  const database = useTestDb()
  let now = new Date('2026-11-20T03:00:00Z')
  let opened: Awaited<ReturnType<typeof open>> | undefined
  const clock = () => now
  const { uploadsPerCustomer } = readConfig(environment)
  const pictures = useMedia(database, { clock, uploadsPerCustomer })

  async function open() {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const generous = { MAX_UNPAID_ORDERS: '1000', MAX_UNPAID_ENDED: '1000', NEW_BUYER_LARGE_ORDER_MINUTES: '1440' }
    const config = readConfig({ ...generous, ...environment, PORT: String(port), PUBLIC_URL: origin })
    const { serverKey, clientKey } = config.payments.keys ?? {
      serverKey: unusedKey('server'),
      clientKey: unusedKey('client'),
    }
    const sandbox = await openSandbox({ serverKey, clientKey, clock })
    const reached = { snapUrl: sandbox.origin, apiUrl: sandbox.origin }
    const gatewayAccess = {
      origins: { local: reached, sandbox: reached, production: reached },
      allowHttp: true,
      timeoutMs: 30_000, // only a broken test waits so long: one in which the gateway does not answer ends its calls itself
    }
    config.payments.origins = gatewayAccess.origins
    const sealer = await openSealer({ key: settingsKey, keyFile: undefined })
    const { db } = database
    const broadcast = openBroadcast(database.connection, { warn() {} }, db)
    const { server, payments, watch, settings, keySets, mailServer } = await buildApp({
      config,
      db,
      connection: database.connection,
      gatewayAccess,
      sealer,
      clock,
      media: pictures.media,
      pool: database.pool,
      broadcast,
      quiet: await openQuiet(db, broadcast),
      ...(pages && { pages: (info) => openPages(info, { development: false }) }),
      ...(logger !== undefined && { logger }),
    })
    await server.listen({ host: '127.0.0.1', port })
    return {
      origin,
      config,
      sandbox,
      server,
      broadcast,
      payments,
      watch,
      settings,
      keySets,
      mailServer,
      sealer,
      ask: askAt(origin),
    }
  }

  const running = () => {
    if (!opened) throw new Error('The shop runs only inside tests and hooks')
    return opened
  }

  beforeAll(async () => {
    opened = await open()
  }, 300_000) // the first run builds the pages
  afterEach(async () => {
    await opened?.sandbox.reset()
    const findings = await checkBooks(database.db, now)
    expect(findings.filter(({ rule }) => !expectedFindings.includes(rule))).toEqual([])
  })
  afterAll(async () => {
    await opened?.server.close()
    await opened?.broadcast.close()
    await opened?.sandbox.close()
  })

  async function product(overrides?: Parameters<typeof makeProduct>[1]) {
    const made = await makeProduct(database.db, { created_at: now, updated_at: now, ...overrides })
    await publishCatalogChange(database.db, { product: made.id })
    return made
  }
  const admin = async (overrides?: Parameters<typeof makeAdmin>[1]) =>
    clientOf(await makeAdmin(database.db, { now, ...overrides }), running().origin)
  /** An order of this buyer's for one new product of Rp 40.000; returns its id. */
  const unpaidOrder = async (buyer: Customer): Promise<string> => buyer.buy(await product({ price: 40_000 }))

  const round = { lastOrder: '' }

  return {
    get db() {
      return database.db
    },
    get pool() {
      return database.pool
    },
    get media() {
      return pictures.media
    },
    get dataDir() {
      return pictures.dataDir
    },
    /** For a second process on the same database. */
    connection: database.connection,
    get origin(): string {
      return running().origin
    },
    get config() {
      return running().config
    },
    get server() {
      return running().server
    },
    get broadcast() {
      return running().broadcast
    },
    get sandbox(): Sandbox {
      return running().sandbox
    },
    get keySets() {
      return running().keySets
    },
    get mailServer() {
      return running().mailServer
    },
    get sealer() {
      return running().sealer
    },
    /** Of the environment, or of the local sandbox. */
    get serverKey(): string {
      const { keys } = running().config.payments
      if (!keys) throw new Error('This shop has no keys')
      return keys.serverKey
    },
    /** As new payments see it. */
    get gateway() {
      const current = running().payments.gateways.current()
      if (!current) throw new Error('This shop has no keys')
      return current.gateway
    },
    /** The dependencies of the payments room's verbs. */
    get payments() {
      return running().payments
    },
    /** The settings in the memory of this process. */
    get settings() {
      return running().settings
    },
    /** What the job that looks for trouble gets. */
    get watch() {
      return running().watch
    },
    /** Call the API without a session. */
    get ask(): Ask {
      return running().ask
    },
    clock,
    /** Move the clock of the shop and of the gateway. */
    async advanceClock(milliseconds: number) {
      now = later(now, milliseconds)
      await running().sandbox.runDue()
    },
    /** Run the two jobs that end lapsed orders and compare the payments with the gateway. */
    async reconcile(signal?: AbortSignal) {
      await endLapsedOrders(running().payments, signal)
      await reconcile(running().payments, signal, round)
    },
    product,
    /** Set a product's stock, as an administrator does. */
    async setStock(product: { id: string }, stock: number) {
      await database.db.updateTable('products').set({ stock }).where('id', '=', product.id).execute()
      await publishCatalogChange(database.db, { product: product.id })
    },
    async stockOf(product: { id: string }): Promise<number> {
      const row = database.db.selectFrom('products').select('stock').where('id', '=', product.id)
      return (await row.executeTakeFirstOrThrow()).stock
    },
    async customer(overrides?: Parameters<typeof makeUser>[1]) {
      return clientOf(await makeUser(database.db, { now, ...overrides }), running().origin)
    },
    unpaidOrder,
    async paidOrder(buyer: Customer): Promise<string> {
      const id = await unpaidOrder(buyer)
      await running().sandbox.pay(id)
      await running().sandbox.webhookStatuses(id)
      return id
    },
    /** An order that is paid after its buyer has cancelled it. */
    async orderPaidTooLate(buyer: Customer): Promise<string> {
      const { sandbox } = running()
      const id = await unpaidOrder(buyer)
      await sandbox.charge(id)
      await buyer.setStatus(id, 'DIBATALKAN')
      await sandbox.pay(id, { force: true })
      await sandbox.webhookStatuses(id)
      return id
    },
    admin,
    /** The order events that open pages of this user receive from now on, until the test ends. */
    orderEventsOf({ id }: { id: string }): { order_id: string; status: string }[] {
      const received: { order_id: string; status: string }[] = []
      const unsubscribe = running().broadcast.subscribe(topicOf(id), {
        onEvent: ({ event, data }) => event === 'order' && received.push(data as (typeof received)[number]),
        onDisconnect() {},
      })
      onTestFinished(unsubscribe)
      return received
    },
    /** An administrator who alone gets the notifications to administrators: the ones before become customers. */
    async onlyAdmin() {
      await database.db.updateTable('users').set({ is_admin: false }).execute()
      return admin()
    },
  }
}
