import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createGateway } from '../payments/gateway.ts'
import { reconcile } from '../payments/reconcile.ts'
import { later } from '../platform/clock.ts'
import { checkBooks } from '../reports/check-books.ts'
import { makeProduct } from './make-product.ts'
import { makeAdmin, makeUser } from './make-user.ts'
import { useMedia } from './media-folder.ts'
import { type Bank, openBank } from './payment-bank.ts'
import { type Ask, askAt, clientOf } from './shop-client.ts'
import { useTestDb } from './test-db.ts'

export interface ShopOptions {
  /** Configuration that differs from the defaults. */
  environment?: Record<string, string>
  /** How long the shop waits for the gateway; the usual ten seconds are long where it hangs. */
  gatewayTimeoutMs?: number
}

/** Findings that are no fault of the shop's in a test: orders that it left unpaid, and money that it sent too late. */
const intended = ['overdue', 'refund-due']

/**
 * A whole shop for a test file, listening on a port of its own: a database, the payment sandbox reached over HTTP, whose
 * webhooks come back over HTTP, and a clock that stands still until it is moved. After each test its books are checked.
 * Call it at the top of the file; it is there inside tests and hooks.
 */
export function useShop({ environment = {}, gatewayTimeoutMs = 10_000 }: ShopOptions = {}) {
  const database = useTestDb()
  const media = useMedia()
  let now = new Date('2026-11-20T03:00:00Z')
  let opened: Awaited<ReturnType<typeof open>> | undefined
  const clock = () => now

  async function open() {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const config = readConfig({ MAX_UNPAID_ORDERS: '1000', ...environment, PORT: String(port), PUBLIC_URL: origin })
    const { serverKey, clientKey } = config.payments
    const bank = await openBank({ serverKey, clientKey, clock })
    const gateway = createGateway({ serverKey, snapUrl: bank.origin, apiUrl: bank.origin, timeoutMs: gatewayTimeoutMs })
    const { server, payments } = await buildApp({ config, db: database.db, gateway, clock, media: media.store })
    await server.listen({ host: '127.0.0.1', port })
    return { origin, config, bank, server, payments, ask: askAt(origin) }
  }

  const whenOpen = () => {
    if (!opened) throw new Error('The shop is there only inside tests and hooks')
    return opened
  }

  beforeAll(async () => {
    opened = await open()
  })
  afterEach(async () => {
    await opened?.bank.heal()
    const findings = await checkBooks(database.db, now)
    expect(findings.filter(({ rule }) => !intended.includes(rule))).toEqual([])
  })
  afterAll(async () => {
    await opened?.server.close()
    await opened?.bank.close()
  })

  return {
    get db() {
      return database.db
    },
    get pool() {
      return database.pool
    },
    /** For a second process on the same database. */
    connection: database.connection,
    get origin(): string {
      return whenOpen().origin
    },
    get config() {
      return whenOpen().config
    },
    get server() {
      return whenOpen().server
    },
    get bank(): Bank {
      return whenOpen().bank
    },
    /** What the verbs of the payments room work with. */
    get payments() {
      return whenOpen().payments
    },
    /** Ask as nobody. */
    get ask(): Ask {
      return whenOpen().ask
    },
    clock,
    /** Let time pass, for the shop and for the gateway. */
    async wait(milliseconds: number) {
      now = later(now, milliseconds)
      await whenOpen().bank.ring()
    },
    /** What the shop does by itself every minute. */
    reconcile: (signal?: AbortSignal) => reconcile(whenOpen().payments, signal),
    product: (wishes?: Parameters<typeof makeProduct>[1]) =>
      makeProduct(database.db, { created_at: now, updated_at: now, ...wishes }),
    /** Put a product's stock at a number, as an administrator does. */
    async restock(product: { id: string }, stock: number) {
      await database.db.updateTable('products').set({ stock }).where('id', '=', product.id).execute()
    },
    async stockOf(product: { id: string }): Promise<number> {
      const row = database.db.selectFrom('products').select('stock').where('id', '=', product.id)
      return (await row.executeTakeFirstOrThrow()).stock
    },
    async customer(wishes?: Parameters<typeof makeUser>[1]) {
      return clientOf(await makeUser(database.db, { now, ...wishes }), whenOpen().origin)
    },
    async admin(wishes?: Parameters<typeof makeAdmin>[1]) {
      return clientOf(await makeAdmin(database.db, { now, ...wishes }), whenOpen().origin)
    },
  }
}

/** The webhooks' address is part of the shop's configuration, so its port is chosen before it listens. */
function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}
