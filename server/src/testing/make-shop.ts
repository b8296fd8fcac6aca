import { moneyKindNames } from '@camilan/contract/money-values'
import type { FastifyServerOptions } from 'fastify'
import './production-react.ts'
import { afterEach, expect, onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openQuiet } from '../office/backup/quiet.ts'
import { checkBooks } from '../office/reports/check-books.ts'
import { openPages, type PageSource } from '../pages.ts'
import { newRound, reconcile } from '../payments/apply/reconcile.ts'
import { cancelExpiredOrders } from '../payments/attempts/cancel-expired-orders.ts'
import { topicOf } from '../people/sessions/sessions.ts'
import { later } from '../platform/clock.ts'
import { openDb } from '../platform/db/db.ts'
import { openBroadcast } from '../platform/events/broadcast.ts'
import { openSealer } from '../platform/sealed.ts'
import { publishCatalogChange } from '../products/catalog-change.ts'
import { freePort } from './free-port.ts'
import { makeProduct } from './make-product.ts'
import { makeUser } from './make-user.ts'
import { useMedia } from './media-folder.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { askAt, type Customer, clientOf } from './shop-client.ts'
import { useTestDb } from './test-db.ts'
import { useOpened } from './use-opened.ts'

export interface ShopOptions {
  /** Configuration that differs from the defaults. */
  environment?: Record<string, string>
  /** Includes the built pages. */
  pages?: boolean
  logger?: FastifyServerOptions['logger']
  /** The key that encrypts the secrets of the browser. Undefined: no secret can be stored. */
  settingsKey?: string | undefined
}

const generous = { MAX_UNPAID_ORDERS: '1000', MAX_UNPAID_ENDED: '1000', NEW_BUYER_LARGE_ORDER_MINUTES: '1440' }
const unusedKeys = { serverKey: 'SB-Mid-server-unused', clientKey: 'SB-Mid-client-unused' }

/** Findings that tests cause on purpose: unpaid orders whose time is over, and money to look at. */
const expectedFindings = ['overdue', ...moneyKindNames]

export type TestShop = ReturnType<typeof useShop>

/**
 * A complete shop for a test file, listening on a port of its own: a database, the payment sandbox, which is called over
 * HTTP and sends its webhooks over HTTP, and a clock that only `advanceClock` moves. After each test the books are checked.
 * Call it at the top of the file; use its members inside tests and hooks only.
 */
export function useShop(options: ShopOptions = {}) {
  const database = useTestDb()
  let now = new Date('2026-11-20T03:00:00Z')
  const clock = () => now
  const { uploadsPerCustomer } = readConfig(options.environment ?? {})
  const pictures = useMedia(database, { clock, uploadsPerCustomer })
  const shop = useOpened(
    async () => {
      const { db, pool, connection } = database
      const running = await openServer(options, { db, pool, connection, clock, media: pictures.media })
      return {
        ...running,
        ...{ db, pool, connection, clock, media: pictures.media, dataDir: pictures.dataDir },
        ...actionsIn({ ...running, db, clock }),
        /** Open another process of this shop, with connections of its own, until the test ends. Returns its address. */
        async openAnother(): Promise<string> {
          const { close, ...own } = openDb(connection)
          const opened = { ...own, connection, clock, media: pictures.media }
          const another = await openServer(options, opened, running.sandbox)
          onTestFinished(async () => {
            await another.server.close()
            await another.broadcast.close()
            await close()
          })
          return another.origin
        },
        /** Move the clock of the shop and of the gateway. */
        async advanceClock(milliseconds: number) {
          now = later(now, milliseconds)
          await running.sandbox.runDue()
        },
      }
    },
    async ({ server, broadcast, sandbox }) => {
      await server.close()
      await broadcast.close()
      await sandbox.close()
    },
  )
  afterEach(async () => {
    await shop.sandbox.reset()
    const findings = await checkBooks(database.db, now)
    expect(findings.filter(({ rule }) => !expectedFindings.includes(rule))).toEqual([])
  })
  return shop
}

type Opened = Pick<Parameters<typeof buildApp>[0], 'db' | 'pool' | 'connection' | 'clock' | 'media'>

async function openServer(
  { environment = {}, pages = false, logger, ...options }: ShopOptions,
  opened: Opened,
  gateway?: Sandbox,
) {
  const settingsKey = 'settingsKey' in options ? options.settingsKey : 'kunci uji yang panjangnya lebih dari 32 huruf'
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const config = readConfig({ ...generous, ...environment, PORT: String(port), PUBLIC_URL: origin })
  // An administrator can give this key too: giving that of the simulation means to use the simulation.
  const { keys } = config.payments
  if (keys?.environment === 'local') config.payments.keys = { ...keys, serverKey: 'SB-Mid-server-tests' }
  const { serverKey, clientKey } = config.payments.keys ?? unusedKeys
  const sandbox = gateway ?? (await openSandbox({ serverKey, clientKey, clock: opened.clock }))
  const reached = { snapUrl: sandbox.origin, apiUrl: sandbox.origin }
  const gatewayAccess = {
    origins: { local: reached, sandbox: reached, production: reached },
    allowHttp: true,
    timeoutMs: 30_000, // only a broken test waits this long: one with a silent gateway ends its calls itself
  }
  config.payments.origins = gatewayAccess.origins
  const sealer = await openSealer({ key: settingsKey, keyFile: undefined })
  const broadcast = openBroadcast(opened.connection, { warn() {} }, opened.db)
  let pageSource: PageSource | undefined
  const { server, payments, watch, settings, keySets, mailServer } = await buildApp({
    ...opened,
    config,
    gatewayAccess,
    sealer,
    broadcast,
    quiet: await openQuiet(opened.db, broadcast),
    ...(pages && {
      pages: (source) => {
        pageSource = source
        return openPages(source, { development: false })
      },
    }),
    ...(logger !== undefined && { logger }),
  })
  await server.listen({ host: '127.0.0.1', port })
  const ask = askAt(origin)
  return {
    ...{ origin, config, sandbox, server, broadcast, payments, watch, settings, keySets, mailServer, sealer },
    /** Call the API without a session. */
    ask,
    /** What every page knows of the shop. Undefined without `pages`. */
    shopInfo: () => pageSource?.shopFor(new Set()).info(),
    /** The keys of the environment or of the local sandbox. A shop without keys has a key that nothing uses. */
    serverKey,
  }
}

/** The actions of customers, the seller and the jobs of the shop. */
function actionsIn(shop: Awaited<ReturnType<typeof openServer>> & Pick<Opened, 'db' | 'clock'>) {
  const { db, clock, origin, sandbox, payments, broadcast } = shop
  const round = newRound()
  const customer = async (overrides?: Parameters<typeof makeUser>[1]) =>
    clientOf(await makeUser(db, { now: clock(), ...overrides }), origin)
  const admin = (overrides?: Parameters<typeof makeUser>[1]) => customer({ ...overrides, is_admin: true })
  const staff = () => customer({ is_staff: true })
  async function product(overrides?: Parameters<typeof makeProduct>[1]) {
    const made = await makeProduct(db, { created_at: clock(), updated_at: clock(), ...overrides })
    await publishCatalogChange(db, { product: made.id })
    return made
  }
  /** An order of this buyer for one new product of Rp 40.000. Returns its id. */
  const unpaidOrder = async (buyer: Customer): Promise<string> => buyer.buy(await product({ price: 40_000 }))
  return {
    ...{ customer, admin, staff, product, unpaidOrder },
    /** The only administrator who gets notifications: earlier ones become customers. */
    async onlyAdmin() {
      await db.updateTable('users').set({ is_admin: false, is_staff: false }).execute()
      return admin()
    },
    /** Set a product's stock, as an administrator does. */
    async setStock({ id }: { id: string }, stock: number) {
      await db.updateTable('products').set({ stock }).where('id', '=', id).execute()
      await publishCatalogChange(db, { product: id })
    },
    async stockOf({ id }: { id: string }): Promise<number> {
      return (await db.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock
    },
    async paidOrder(buyer: Customer): Promise<string> {
      const id = await unpaidOrder(buyer)
      await sandbox.pay(id)
      await sandbox.webhookStatuses(id)
      return id
    },
    /** An order that is paid after its buyer has cancelled it. */
    async orderPaidTooLate(buyer: Customer): Promise<string> {
      const id = await unpaidOrder(buyer)
      await sandbox.charge(id)
      await buyer.setStatus(id, 'DIBATALKAN')
      await sandbox.pay(id, { force: true })
      await sandbox.webhookStatuses(id)
      return id
    },
    /** Run the two jobs that cancel expired orders and compare the payments with the gateway. */
    async reconcile(signal?: AbortSignal) {
      await cancelExpiredOrders(payments, signal)
      await reconcile(payments, signal, round)
    },
    /** The order events that open pages of this user receive from now on, until the test ends. */
    orderEventsOf({ id }: { id: string }): { order_id: string; status: string }[] {
      const received: { order_id: string; status: string }[] = []
      const unsubscribe = broadcast.subscribe(topicOf(id), {
        onEvent: ({ event, data }) => event === 'order' && received.push(data as (typeof received)[number]),
        onDisconnect() {},
      })
      onTestFinished(unsubscribe)
      return received
    },
  }
}
