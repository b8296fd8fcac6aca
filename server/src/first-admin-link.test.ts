/** The link for the first administrator, printed by whole servers as processes. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createQuietMark, endQuiet } from './office/backup/quiet.ts'
import { createFirstAdminLink, stateOfFirstAdminLink } from './people/first-admin/first-admin-links.ts'
import { offerFirstAdminLink } from './people/first-admin/offer-first-admin-link.ts'
import { makeAdmin } from './testing/make-user.ts'
import { addSamplePictures } from './testing/sample-pictures.ts'
import { askAt } from './testing/shop-client.ts'
import { type ShopProcess, startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'

const shop = useTestDb()
const ani = { name: 'Bu Ani', email: 'ani@toko.example', password: 'nastar-keju-dan-teh' }
const isElsewhere =
  'Another process of this shop has printed the link for it. A new one, which ends it: npm run admin:create -- --link'

afterEach(async () => {
  await shop.db.deleteFrom('users').execute()
  await shop.db.deleteFrom('first_administrator_links').execute()
})

async function start(environment: Record<string, string> = {}): Promise<ShopProcess> {
  const process = await startShopProcess(shop.connection, environment)
  onTestFinished(async () => void (await process.kill()))
  return process
}

const tokenIn = ({ output }: Pick<ShopProcess, 'output'>) => /\/auth\/first-admin#([\w-]{43})$/m.exec(output())?.[1]
const stateOf = async ({ origin }: ShopProcess, token: string | undefined) =>
  (await askAt(origin)<{ state: string }>('POST', '/auth/check-first-admin-link', { body: { token } })).body.data.state

test('a start without an administrator prints a link, and its token is nowhere else in the log', async () => {
  const process = await start({ ACCESS_LOG: 'on' })
  await expect.poll(() => tokenIn(process)).toBeDefined()
  const token = tokenIn(process)
  expect(process.output()).toMatch(
    / {2}There is no administrator yet\. This link makes the first one, once:\n {2}http:\/\/localhost:\d+\/auth\/first-admin#\S+\n {2}It is valid for 24 hours\. A new one, which ends it: npm run admin:create -- --link\n/,
  )

  const ask = askAt(process.origin, { origin: process.origin })
  await stateOf(process, token)
  await ask('POST', '/auth/first-admin', { body: { token, ...ani, email: 'ani@' } })
  expect((await ask('POST', '/auth/first-admin', { body: { token, ...ani } })).status).toBe(201)
  expect(await stateOf(process, token)).toBe('administrator_exists')
  await process.stop()
  expect(process.output()).toContain('the first administrator was created by the link')
  expect(process.output().split(token ?? '-')).toHaveLength(2)
  expect(process.output()).not.toContain(ani.password)
  expect(await shop.db.selectFrom('audit_entries').selectAll().execute()).toEqual([])
})

/** The lines about the link that a server prints. */
function offer() {
  const lines: string[] = []
  const { stop } = offerFirstAdminLink({
    db: shop.db,
    clock: () => new Date(),
    publicUrl: 'https://toko.example',
    print: (line) => lines.push(line),
  })
  onTestFinished(stop)
  return { output: () => lines.join('\n'), stop }
}

test('one of two servers that start at once prints a link, and the other says where it is', async () => {
  const offers = [offer(), offer()]
  await expect
    .poll(() => offers.every((one) => tokenIn(one) !== undefined || one.output().includes(isElsewhere)))
    .toBe(true)
  const tokens = offers.map(tokenIn).filter((token) => token !== undefined)
  expect(tokens).toHaveLength(1)
  expect(await stateOfFirstAdminLink(shop.db, tokens[0] ?? '', new Date())).toBe('usable')
})

test('the next server prints a link when one stops, which ends the former link', async () => {
  const former = offer()
  await expect.poll(() => tokenIn(former)).toBeDefined()
  await former.stop()
  const next = offer()
  await expect.poll(() => tokenIn(next)).toBeDefined()
  const states = [former, next].map((one) => stateOfFirstAdminLink(shop.db, tokenIn(one) ?? '', new Date()))
  expect(await Promise.all(states)).toEqual(['unknown', 'usable'])
})

test('a start after a kill prints a new link, which ends the former one', async () => {
  const former = await start()
  await expect.poll(() => tokenIn(former)).toBeDefined()
  await former.kill()
  const next = await start()
  await expect.poll(() => tokenIn(next)).toBeDefined()
  expect(await stateOf(next, tokenIn(former))).toBe('unknown')
  expect(await stateOf(next, tokenIn(next))).toBe('usable')
  await next.stop()
})

test('a quiet shop prints no link, because it may be a copy; the first start afterwards prints one', async () => {
  const { db, pool } = shop
  await createQuietMark((text, values) => pool.query(text, values), { madeAt: new Date() }, new Date())
  const quiet = await start()
  await expect.poll(quiet.output).toContain('and is quiet')
  await quiet.stop() // waits for a link that is being made
  expect(quiet.output()).not.toContain('first-admin')
  expect(await db.selectFrom('first_administrator_links').selectAll().execute()).toEqual([])
  await endQuiet(db, new Date())
  const live = await start()
  await expect.poll(() => tokenIn(live)).toBeDefined()
  await live.stop()
})

test('no link is printed with demo data, nor when there is an administrator', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'samples-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await addSamplePictures(dataDir)
  const withDemo = await start({ DEMO_DATA: 'on', DATA_DIR: dataDir })
  await expect.poll(withDemo.output).toContain('Mail is written to')
  await withDemo.stop()
  await makeAdmin(shop.db)
  const withAdmin = await start()
  await withAdmin.stop()
  for (const { output } of [withDemo, withAdmin]) expect(output()).not.toContain('first-admin')
  expect(await createFirstAdminLink(shop.db, new Date())).toBeUndefined()
})
