/** Two servers on one database: what one of them is told, the pages of both show. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { ensureWebBuild } from '../platform/pages/web-build.ts'
import { makeAdmin } from '../testing/make-user.ts'
import { startShopProcess } from '../testing/shop-process.ts'
import { useTestDb } from '../testing/test-db.ts'

const database = useTestDb()
/** Nobody orders here, so that nothing listens there. */
const gateway = {
  MIDTRANS_SERVER_KEY: 'SB-Mid-server-uji',
  MIDTRANS_CLIENT_KEY: 'SB-Mid-client-uji',
  MIDTRANS_SNAP_URL: 'http://127.0.0.1:9',
  MIDTRANS_API_URL: 'http://127.0.0.1:9',
}

test('a page of the other server that was ready shows a change before it would have been read again', async () => {
  await ensureWebBuild(() => {})
  const admin = await makeAdmin(database.db)
  const start = async () => {
    const shop = await startShopProcess(database.connection, gateway)
    onTestFinished(async () => void (await shop.kill()))
    return shop
  }
  const [a, b] = [await start(), await start()]
  const home = async () => (await fetch(b.origin)).text()
  for (let i = 0; i < 3; i += 1) expect(await home()).toContain('Selamat datang di <!-- -->Camilan')
  const answer = await fetch(`${a.origin}/api/admin/settings`, {
    method: 'PUT',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ version: 0, shop_name: 'Dapur Bu Ani' }),
  })
  expect(answer.status).toBe(200)
  await vi.waitFor(async () => expect(await home()).toContain('Dapur Bu Ani'), { timeout: 4_000, interval: 20 })
  expect(await (await fetch(`${b.origin}/manifest.webmanifest`)).text()).toContain('Dapur Bu Ani')
}, 120_000)
