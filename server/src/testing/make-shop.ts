import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createGateway } from '../payments/gateway.ts'
import { reconcile } from '../payments/reconcile.ts'
import { later } from '../platform/clock.ts'
import { openBroadcast } from '../platform/events/broadcast.ts'
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
  /** How long the shop waits for the gateway: less than the usual ten seconds in a test in which it hangs. */
  gatewayTimeoutMs?: number
}

/** Findings that tests cause on purpose: orders left unpaid, and money sent too late. */
const expectedFindings = ['overdue', 'refund-due']

/**
 * A complete shop for a test file, listening on a port of its own: a database, the payment sandbox called over HTTP, which
 * sends its webhooks over HTTP, and a clock that only `advanceClock` moves. After each test the books are checked.
 * Call it at the top of the file; use its members inside tests and hooks only.
 */
export function useShop({ environment = {}, gatewayTimeoutMs = 10_000 }: ShopOptions = {}) {
  const database = useTestDb()
  let now = new Date('2026-11-20T03:00:00Z')
  let opened: Awaited<ReturnType<typeof open>> | undefined
  const clock = () => now
  const { uploadsPerCustomer } = readConfig(environment)
  const pictures = useMedia(database, { clock, uploadsPerCustomer })

  async function open() {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const config = readConfig({ MAX_UNPAID_ORDERS: '1000', ...environment, PORT: String(port), PUBLIC_URL: origin })
    const { serverKey, clientKey } = config.payments
    const sandbox = await openSandbox({ serverKey, clientKey, clock })
    const gateway = createGateway({
      serverKey,
      snapUrl: sandbox.origin,
      apiUrl: sandbox.origin,
      timeoutMs: gatewayTimeoutMs,
    })
    const { db } = database
    const broadcast = openBroadcast(database.connection, { warn() {} }, db)
    const { server, payments } = await buildApp({ config, db, gateway, clock, media: pictures.media, broadcast })
    await server.listen({ host: '127.0.0.1', port })
    return { origin, config, sandbox, server, broadcast, payments, ask: askAt(origin) }
  }

  const running = () => {
    if (!opened) throw new Error('The shop runs only inside tests and hooks')
    return opened
  }

  beforeAll(async () => {
    opened = await open()
  })
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
    get sandbox(): Sandbox {
      return running().sandbox
    },
    /** What the verbs of the payments room work with. */
    get payments() {
      return running().payments
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
    /** Run the job that compares the payments with the gateway. */
    reconcile: (signal?: AbortSignal) => reconcile(running().payments, signal),
    product: (overrides?: Parameters<typeof makeProduct>[1]) =>
      makeProduct(database.db, { created_at: now, updated_at: now, ...overrides }),
    /** Set a product's stock, as an administrator does. */
    async setStock(product: { id: string }, stock: number) {
      await database.db.updateTable('products').set({ stock }).where('id', '=', product.id).execute()
    },
    async stockOf(product: { id: string }): Promise<number> {
      const row = database.db.selectFrom('products').select('stock').where('id', '=', product.id)
      return (await row.executeTakeFirstOrThrow()).stock
    },
    async customer(overrides?: Parameters<typeof makeUser>[1]) {
      return clientOf(await makeUser(database.db, { now, ...overrides }), running().origin)
    },
    /** Place an order of this buyer's for one new product and pay it; returns its id. */
    async paidOrder(buyer: Customer): Promise<string> {
      await buyer.addToCart(await makeProduct(database.db, { created_at: now, updated_at: now }), 1)
      const { order_id: id } = (await buyer.placeOrder()).body.data
      await running().sandbox.pay(id)
      await running().sandbox.webhookStatuses(id)
      return id
    },
    async admin(overrides?: Parameters<typeof makeAdmin>[1]) {
      return clientOf(await makeAdmin(database.db, { now, ...overrides }), running().origin)
    },
  }
}
