/** The shop behind a real PgBouncer: two processes on one database, with the settings of docs/scaling.md. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkBooks } from '../../server/src/office/reports/check-books.ts'
import { runSql } from '../../server/src/testing/databases.ts'
import { openLivePage } from '../../server/src/testing/live-page.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeAdmin, makeUser } from '../../server/src/testing/make-user.ts'
import { useSharedGateway } from '../../server/src/testing/shared-gateway.ts'
import { askAt, clientOf } from '../../server/src/testing/shop-client.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { newFolder } from '../operate/new-folder.ts'
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts'

const soon = { timeout: 30_000, interval: 50 }

describe.skipIf(!hasPgBouncer).each([
  // Fewer connections than the processes have: only then transactions of several share one.
  ['transaction', 4],
  ['session', 40],
] as const)('PgBouncer in %s mode', (mode, poolSize) => {
  const database = useTestDb()
  const shared = useSharedGateway()

  test('serves two processes: requests, jobs, events, mails and backups', async () => {
    const { db, connection } = database
    const { gateway } = shared
    const folder = await newFolder()
    const bouncer = await startPgBouncer(connection, mode, poolSize)
    const backups = { BACKUP_EVERY_HOURS: '0.001', BACKUP_KEEP: '1' }
    const environment = { ...shared.environment, ...bouncer.environment, ...backups, DATA_DIR: folder }

    // A role without timeouts is refused, with the SQL that gives them.
    const refusal = await startShopProcess(connection, environment).catch((error: Error) => error.message)
    const statements = String(refusal).match(/alter role .*;/g) ?? []
    expect(statements, String(refusal)).toHaveLength(4)
    for (const statement of statements) await runSql(connection, statement)
    await bouncer.console('RECONNECT')
    const processes = await Promise.all([1, 2].map(() => startShopProcess(connection, environment)))
    onTestFinished(async () => void (await Promise.all(processes.map((shop) => shop.stop()))))
    const origins = processes.map(({ origin }) => origin)

    // Requests of every kind at once are answered, at both processes.
    const product = await makeProduct(db, { stock: 100 })
    const buyer = await makeUser(db)
    const admin = await makeAdmin(db)
    const paths = [
      ['/', '/products', `/products/${product.id}`, `/api/products/${product.id}`, '/sitemap.xml', '/readyz'],
      ['/api/products?query=a', '/api/carts', '/api/orders/me', '/api/notifications'],
      ['/api/admin/dashboard', '/api/admin/orders', '/api/admin/products'],
    ]
    const asked = paths.flatMap((some, i) => {
      const { headers } = i < 2 ? buyer : admin
      return some.flatMap((one) => origins.map((origin) => ({ url: origin + one, headers })))
    })
    const answers = await Promise.all(
      [...asked, ...asked].map(async ({ url, headers }) => {
        const response = await fetch(url, { headers })
        await response.text()
        return `${url} ${response.status}`
      }),
    )
    expect(answers.filter((answer) => !answer.endsWith(' 200'))).toEqual([])

    // A lost payment is found by a job, and its event arrives at the pages that are open at both processes.
    await gateway.setFaults({ webhook: 'drop' })
    const customer = clientOf(buyer, origins[0] ?? '')
    const pages = await Promise.all(origins.map((origin) => openLivePage(origin, buyer)))
    const id = await customer.buy(product)
    await gateway.pay(id)
    for (const page of pages) await expect.poll(() => page.text, soon).toContain('DIBAYAR')
    for (const page of pages) page.close()

    // Mail is sent and a backup is made.
    await askAt(origins[1] ?? '')('POST', '/auth/forgot-password', { body: { email: buyer.email } })
    for (const name of ['outbox', 'backups']) {
      const files = () => readdir(path.join(folder, name)).catch(() => [])
      await expect.poll(async () => (await files()).filter((file) => !file.startsWith('.')), soon).not.toEqual([])
    }

    const servers = (await bouncer.console('SHOW SERVERS')).filter(({ user }) => user !== 'pgbouncer')
    expect(servers.length).toBeLessThanOrEqual(poolSize)
    for (const shop of processes) expect(shop.output()).not.toMatch(/"level":50|prepared statement|advisory/)
    expect(await checkBooks(db, new Date())).toEqual([])
  })
})
