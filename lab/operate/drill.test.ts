/** The restore drill: a shop with 10,000 orders is backed up while customers order, and restored beside it. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeLargeShop } from '../../server/scripts/large-shop.ts'
import { verifyArchive } from '../../server/src/office/backup/file/archive.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { useMedia } from '../../server/src/testing/media-folder.ts'
import { makePicture } from '../../server/src/testing/pictures.ts'
import { useSharedGateway } from '../../server/src/testing/shared-gateway.ts'
import { startShopProcess, urlOf } from '../../server/src/testing/shop-process.ts'
import { storePicture } from '../../server/src/testing/store-picture.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { startTraffic } from '../faults/shop-traffic.ts'
import { newFolder } from './new-folder.ts'
import { runScript } from './start-shop.ts'

const database = useTestDb()
const pictures = useMedia(database)
const shared = useSharedGateway()

test('a backup made while customers order is restored beside the shop in two minutes: rows, sums, books and pictures', async () => {
  const { db, connection } = database
  const { dataDir, media } = pictures
  await makeLargeShop(db, { orders: 10_000, users: 1_000, products: 100 }, new Date())
  const pictured = await db.selectFrom('products').select('id').limit(20).execute()
  for (const [index, { id }] of pictured.entries()) {
    const image = await storePicture(media, await makePicture({ width: 300 + index }))
    await db.updateTable('products').set({ image }).where('id', '=', id).execute()
  }
  const own = { DATABASE_URL: urlOf(connection), DATA_DIR: dataDir, METRICS_PORT: String(await freePort()) }
  const environment = { ...shared.environment, ...own }
  const shop = await startShopProcess(connection, environment)
  onTestFinished(async () => void (await shop.kill()))
  const traffic = await startTraffic(db, shop)
  onTestFinished(() => traffic.stop())

  await traffic.untilOrders(60)
  const before = traffic.acknowledged.size
  const file = path.join(await newFolder(), 'shop.tar')
  expect(await runScript('backup', [file], environment)).toMatchObject({ code: 0 })
  await traffic.untilOrders(1)
  await traffic.stop()
  const manifest = await verifyArchive(file)
  expect(manifest.pictures.length).toBeGreaterThanOrEqual(pictured.length * 5)
  const orders = manifest.tables.find(({ table }) => table === 'orders')
  expect(orders?.rows).toBeGreaterThanOrEqual(10_000 + before)

  // Beside the shop, with its settings: the drill uses none of its files.
  const beside = { ...environment, PORT: new URL(shop.origin).port, PUBLIC_URL: shop.origin }
  const began = performance.now()
  const { code, output } = await runScript('drill', [file], beside)
  expect([code, output]).toEqual([0, expect.stringContaining('The drill succeeded')])
  expect((performance.now() - began) / 1_000).toBeLessThan(120)
  expect(output).toMatch(/orders, Rp [1-9]/)
  expect(output).toContain(`${manifest.pictures.length} pictures that it sends`)
  expect(await readdir(dataDir)).not.toContain('drill')
})
