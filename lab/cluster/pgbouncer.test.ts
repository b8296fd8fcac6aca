/** The shop behind a real PgBouncer: two processes on one database, with the settings of docs/scaling.md. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBooks } from '../../server/src/reports/check-books.ts'
import { runSql } from '../../server/src/testing/databases.ts'
import { openLivePage } from '../../server/src/testing/live-page.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from '../../server/src/testing/make-user.ts'
import type { Sandbox } from '../../server/src/testing/sandbox.ts'
import { askAt, clientOf } from '../../server/src/testing/shop-client.ts'
import { type ShopProcess, startShopProcess, urlOf } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { openSharedGateway } from '../../server/src/testing/two-processes.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from './pgbouncer.ts'

const soon = { timeout: 30_000, interval: 50 }

/** In transaction mode fewer than the processes have, because only then do several share a connection. */
const poolSizes = { transaction: 4, session: 40 }

describe.skipIf(!hasPgBouncer).each(['transaction', 'session'] as const)('PgBouncer in %s mode', (mode) => {
  const database = useTestDb()
  let gateway: Sandbox
  let folder: string
  let bouncer: PgBouncer
  let environment: Record<string, string>
  let processes: ShopProcess[] = []
  let admin: TestUser

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pooled-shop-'))
    const shared = await openSharedGateway()
    gateway = shared.gateway
    bouncer = await startPgBouncer(database.connection, mode, poolSizes[mode])
    admin = await makeAdmin(database.db)
    environment = {
      ...shared.environment,
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: urlOf(database.connection),
      ...(mode === 'transaction' && { DATABASE_POOLED: 'true' }),
      BACKUP_EVERY_HOURS: '0.001',
      BACKUP_KEEP: '1',
    }
  })
  afterAll(async () => {
    await Promise.all(processes.map((shop) => shop.stop()))
    await bouncer?.stop()
    await gateway?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const originOf = (i: number) => processes[i % 2]?.origin ?? ''
  const start = (name: string) =>
    startShopProcess(database.connection, { ...environment, DATA_DIR: path.join(folder, name) })

  test('a role without timeouts is refused, with the SQL that gives them', async () => {
    const refusal = await start('a').catch((error: Error) => error.message)
    const statements = String(refusal).match(/alter role .*;/g) ?? []
    expect(statements, String(refusal)).toHaveLength(4)
    for (const statement of statements) await runSql(database.connection, statement)
    await bouncer.console('RECONNECT')
    processes = await Promise.all(['a', 'b'].map(start))
  })

  test('requests of every kind at once are answered by both processes', async () => {
    const snack = await makeProduct(database.db, { stock: 100 })
    const buyer = await makeUser(database.db)
    const paths: [string, Record<string, string>?][] = [
      ['/'],
      ['/api/products?query=a'],
      [`/products/${snack.id}`],
      [`/api/products/${snack.id}`],
      ['/sitemap.xml'],
      ['/readyz'],
      ['/api/carts', buyer.headers],
      ['/api/orders/me', buyer.headers],
      ['/api/notifications', buyer.headers],
      ['/api/admin/dashboard', admin.headers],
      ['/api/admin/orders', admin.headers],
      ['/api/admin/products', admin.headers],
    ]
    const asked = Array.from({ length: 5 }, (_, i) => paths.map((one) => [originOf(i), ...one] as const)).flat()
    expect(asked).toHaveLength(60)
    const answers = await Promise.all(
      asked.map(async ([origin, route, headers = {}]) => {
        const response = await fetch(`${origin}${route}`, { headers })
        await response.text()
        return `${route} ${response.status}`
      }),
    )
    expect(answers.filter((answer) => !answer.endsWith(' 200'))).toEqual([])
  })

  test('a job finds a lost payment, and its event arrives at the page that is open at the other process', async () => {
    await gateway.setFaults({ webhook: 'drop' })
    const buyer = clientOf(await makeUser(database.db), originOf(0))
    const pages = await Promise.all([0, 1].map((i) => openLivePage(originOf(i), buyer)))
    const id = await buyer.buy(await makeProduct(database.db, { stock: 5 }))
    await gateway.pay(id)
    for (const page of pages) await expect.poll(() => page.text, soon).toContain('DIBAYAR')
    for (const page of pages) page.close()
    expect((await buyer.order(id)).status).toBe('DIBAYAR')
  })

  test('mail is sent and a backup is made', async () => {
    const { email } = await makeUser(database.db)
    const { status } = await askAt(originOf(1))('POST', '/auth/forgot-password', { body: { email } })
    expect(status).toBe(200)
    const filesOf = async (name: string) => {
      const found = await Promise.all(['a', 'b'].map((one) => readdir(path.join(folder, one, name)).catch(() => [])))
      return found.flat().filter((file) => !file.startsWith('.'))
    }
    await expect.poll(() => filesOf('outbox'), soon).not.toEqual([])
    await expect.poll(() => filesOf('backups'), soon).not.toEqual([])
  })

  test('transactions of both processes shared the connections, and none of their answers was an error', async () => {
    const servers = (await bouncer.console('SHOW SERVERS')).filter(({ user }) => user !== 'pgbouncer')
    if (mode === 'transaction') expect(servers.length).toBeLessThanOrEqual(poolSizes.transaction)
    for (const shop of processes) expect(shop.output()).not.toMatch(/"level":50|prepared statement|advisory/)
    expect(await checkBooks(database.db, new Date())).toEqual([])
  })
})
