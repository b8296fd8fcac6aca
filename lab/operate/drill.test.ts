/** The restore drill: a shop with 10,000 orders is backed up while customers order, lost, and restored. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { makeLargeShop } from '../../server/scripts/large-shop.ts'
import { verifyArchive } from '../../server/src/backup/archive.ts'
import { openMedia } from '../../server/src/media/open-media.ts'
import { openDb } from '../../server/src/platform/db/db.ts'
import { checkBooks } from '../../server/src/reports/check-books.ts'
import { atDatabase, runSql } from '../../server/src/testing/databases.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { makePicture } from '../../server/src/testing/pictures.ts'
import { openSandbox } from '../../server/src/testing/sandbox.ts'
import { type Customer, clientOf } from '../../server/src/testing/shop-client.ts'
import { startShopProcess, urlOf } from '../../server/src/testing/shop-process.ts'
import { storePicture } from '../../server/src/testing/store-picture.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { runScript } from './start-shop.ts'

const database = useTestDb()
const ordersPerSecond = 20
const trafficSeconds = 15
const maxRestoreSeconds = 60

test('a backup made while 20 orders a second are placed is restored: orders, books and pictures, within a minute', async () => {
  const { db, connection } = database
  const folder = await mkdtemp(path.join(tmpdir(), 'drill-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const dataDir = path.join(folder, 'data')
  const now = new Date()
  await makeLargeShop(db, { orders: 10_000, users: 1_000, products: 100 }, now)
  const media = await openMedia({ dataDir, db, clock: () => new Date(), uploadsPerCustomer: 1_000 })
  const pictured = await db.selectFrom('products').select('id').limit(20).execute()
  for (const [index, { id }] of pictured.entries()) {
    const image = await storePicture(media, await makePicture({ width: 300 + index }))
    await db.updateTable('products').set({ image }).where('id', '=', id).execute()
  }
  await media.close()

  const keys = { serverKey: 'SB-Mid-server-uji', clientKey: 'SB-Mid-client-uji' }
  const gateway = await openSandbox({ ...keys, clock: () => new Date() })
  onTestFinished(() => gateway.close())
  const environment = {
    MIDTRANS_SERVER_KEY: keys.serverKey,
    MIDTRANS_CLIENT_KEY: keys.clientKey,
    MIDTRANS_SNAP_URL: gateway.origin,
    MIDTRANS_API_URL: gateway.origin,
    MAX_UNPAID_ORDERS: '1000000',
    MAX_UNPAID_ENDED: '1000000',
  }
  const metricsPort = String(await freePort())
  const shop = await startShopProcess(connection, { ...environment, DATA_DIR: dataDir, METRICS_PORT: metricsPort })
  onTestFinished(async () => void (await shop.kill()))
  const product = await makeProduct(db, { stock: 1_000_000, price: 40_000 })
  const buyers = await Promise.all(Array.from({ length: 40 }, async () => clientOf(await makeUser(db), shop.origin)))

  const acknowledged = new Set<string>()
  const file = path.join(folder, 'shop.tar')
  const began = performance.now()
  let backup: ReturnType<typeof runScript> | undefined
  let before: string[] = []
  // Each buyer places one order at a time, so that a busy machine only slows the orders down.
  const last = buyers.map(() => Promise.resolve())
  const order = async (buyer: Customer) => {
    await buyer.addToCart(product, 1)
    const { status, body } = await buyer.placeOrder()
    if (status !== 201) return
    acknowledged.add(body.data.order_id)
    if (acknowledged.size !== ordersPerSecond * 3) return
    before = [...acknowledged]
    backup = runScript('backup', [file], { DATABASE_URL: urlOf(connection), DATA_DIR: dataDir })
  }
  for (let count = 0; count < ordersPerSecond * trafficSeconds; count += 1) {
    await wait(Math.max(0, began + (count * 1_000) / ordersPerSecond - performance.now()))
    const index = count % buyers.length
    const buyer = buyers[index]
    if (buyer) last[index] = (last[index] ?? Promise.resolve()).then(() => order(buyer))
  }
  await Promise.all(last)
  const rate = acknowledged.size / ((performance.now() - began) / 1_000)
  const made = await backup
  expect(made).toMatchObject({ code: 0 })
  const manifest = await verifyArchive(file)

  // Beside the shop, with its settings: the drill uses none of its files.
  const beside = { ...environment, PORT: new URL(shop.origin).port, PUBLIC_URL: shop.origin, DATA_DIR: dataDir }
  const drilled = await runScript('drill', [file], {
    ...beside,
    DATABASE_URL: urlOf(connection),
    METRICS_PORT: metricsPort,
  })
  expect(drilled).toMatchObject({ code: 0, output: expect.stringContaining('The drill succeeded') })
  expect(drilled.output).toMatch(/orders, Rp [1-9]/)
  expect(drilled.output).toContain(`${manifest.pictures.length} pictures that it sends`)
  expect(await readdir(dataDir)).not.toContain('drill')

  // Only the archive remains.
  await shop.kill()
  const kept = new Map<string, Buffer | undefined>()
  const old = await openMedia({ dataDir, db, clock: () => new Date(), uploadsPerCustomer: 1 })
  for (const name of await old.store.list()) kept.set(name, await old.store.get(name))
  await old.close()
  await rm(dataDir, { recursive: true })
  const name = `drill_${process.pid}`
  const restoredTo = atDatabase(connection, name)
  await runSql(connection, `create database ${name}`)
  onTestFinished(() => runSql(connection, `drop database ${name} with (force)`))
  const restoredDir = path.join(folder, 'restored')
  const settings = { DATABASE_URL: urlOf(restoredTo), DATA_DIR: restoredDir }

  const restoreBegan = performance.now()
  const restored = await runScript('restore', [file], settings)
  const restoreSeconds = (performance.now() - restoreBegan) / 1_000
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('The shop is quiet') })
  expect(restoreSeconds).toBeLessThan(maxRestoreSeconds)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${rate.toFixed(1)} orders/s; ${rows} rows, ${manifest.pictures.length} files of pictures; restored in ${restoreSeconds.toFixed(1)} s\n${made?.output.split('\n').find((line) => line.includes('written and checked'))}`,
  )

  const target = openDb(restoredTo)
  try {
    const orders = (await target.db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
    expect(orders.length).toBeGreaterThanOrEqual(10_000 + before.length)
    expect(orders).toEqual(expect.arrayContaining(before))
    expect((await checkBooks(target.db, new Date())).filter(({ rule }) => rule !== 'overdue')).toEqual([])
    const again = await openMedia({
      dataDir: restoredDir,
      db: target.db,
      clock: () => new Date(),
      uploadsPerCustomer: 1,
    })
    const names = await again.store.list()
    expect(names.length).toBeGreaterThanOrEqual(pictured.length * 5)
    for (const picture of names) expect(await again.store.get(picture)).toEqual(kept.get(picture))
    await again.close()

    // It takes orders again after it went live, without a restart.
    const second = await startShopProcess(restoredTo, { ...environment, DATA_DIR: restoredDir })
    onTestFinished(async () => void (await second.kill()))
    const buyer = clientOf(await makeUser(target.db, { email: 'sesudah@contoh.id' }), second.origin)
    await buyer.addToCart(product, 1)
    expect((await buyer.placeOrder()).status).toBe(503)
    expect(await runScript('restore', ['--go-live'], settings)).toMatchObject({
      code: 0,
      output: 'The shop is live.\n',
    })
    await expect.poll(async () => (await buyer.placeOrder()).status).toBe(201)
  } finally {
    await target.close()
  }
})
