/**
 * Each alert of deploy/alerts.yml is provoked on a running shop. promtool evaluates the rules with the shop's metrics
 * before and during the trouble, as if the trouble lasted an hour. An alert is silent before it and fires during it.
 */
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, earlier, hours, later } from '../../server/src/platform/clock.ts'
import { forgeNotification } from '../../server/src/testing/forge-notification.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { readMetrics } from '../../server/src/testing/read-metrics.ts'
import { openSandbox, type Sandbox } from '../../server/src/testing/sandbox.ts'
import { clientOf } from '../../server/src/testing/shop-client.ts'
import { type ShopProcess, startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'

const rulesFile = path.join(import.meta.dirname, '../../deploy/alerts.yml')
const run = promisify(execFile)
const hasPromtool = tryPromtool()

function tryPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The samples of a scrape, by series. */
type Samples = ReadonlyMap<string, number>

const database = useTestDb()
const keys = { serverKey: 'SB-Mid-server-uji', clientKey: 'SB-Mid-client-uji' }
const folder = await mkdtemp(path.join(tmpdir(), 'alerts-'))
const backups = path.join(folder, 'backups')
const hasSmallDisk = tryToMount()
let gateway: Sandbox
let shop: ShopProcess
let metricsOrigin: string
/** A proxy between the shop and the gateway that can change the gateway's clock. */
let proxy: http.Server
let gatewayClockAheadMs = 0

/** A small disk of its own for the backups, so that little has to be filled. */
function tryToMount(): boolean {
  try {
    mkdirSync(backups)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=230m', 'tmpfs', backups], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

beforeAll(async () => {
  gateway = await openSandbox({ ...keys, clock: () => new Date() })
  proxy = http.createServer(async (request, response) => {
    const { 'content-length': _, host: __, connection: ___, ...headers } = request.headers
    const body = Buffer.concat(await request.toArray())
    const answer = await fetch(`${gateway.origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
    const date = new Date(Date.now() + gatewayClockAheadMs).toUTCString()
    response.writeHead(answer.status, { 'content-type': 'application/json', date })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const port = await freePort()
  metricsOrigin = `http://127.0.0.1:${port}`
  shop = await startShopProcess(database.connection, {
    MIDTRANS_SERVER_KEY: keys.serverKey,
    MIDTRANS_CLIENT_KEY: keys.clientKey,
    MIDTRANS_SNAP_URL: origin,
    MIDTRANS_API_URL: origin,
    METRICS_PORT: String(port),
    BACKUP_DIR: backups,
    PAYMENT_RECONCILE_SECONDS: '1',
    DATABASE_CONNECTIONS: '2',
    MAX_UNPAID_ORDERS: '1000',
  })
})
afterAll(async () => {
  await shop.kill()
  proxy.closeAllConnections()
  proxy.close()
  await gateway.close()
  if (hasSmallDisk) execFileSync('umount', [backups])
  await rm(folder, { recursive: true })
})

const scrape = async (): Promise<Samples> => readMetrics(await (await fetch(`${metricsOrigin}/metrics`)).text()).samples

/** The sum of all series that begin like this. */
const sum = (samples: Samples, start: string) =>
  [...samples].filter(([name]) => name.startsWith(start)).reduce((total, [, one]) => total + one, 0)

/** Scrape until the metric appears. The shop reads the database every 15 s. */
async function scrapeUntil(shows: (samples: Samples) => boolean): Promise<Samples> {
  let samples: Samples = new Map()
  const look = async () => {
    samples = await scrape()
    return shows(samples)
  }
  await expect.poll(look, { timeout: 60_000, interval: 200 }).toBe(true)
  return samples
}

const isCounter = (name: string) => /_(total|count|sum|bucket)(\{|$)/.test(name)
/** The seconds since an event. */
const isAge = (name: string) => name.startsWith('camilan_job_lag_seconds')

/** The alerts that fire after an hour of the earlier metrics and one of the present. Counters grow on at the present rate. */
async function firing(before: Samples, after: Samples): Promise<string[]> {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const input_series = names.map((series) => {
    const [was, is] = [before.get(series), after.get(series)]
    const added = isCounter(series) ? (is ?? 0) - (was ?? 0) : isAge(series) && (is ?? 0) > (was ?? 0) ? 60 : 0
    const past = was === undefined ? '_x59' : `${was.toFixed(9)}+0x59`
    const growth = Math.max(0, added).toFixed(9)
    return { series, values: is === undefined ? `${past} _x59` : `${past} ${is.toFixed(9)}+${growth}x59` }
  })
  // Prometheus itself records for each process whether it could be scraped. A second one always can.
  input_series.push({ series: 'camilan_build_info{instance="second"}', values: '1+0x119' })
  for (const [instance, is] of [
    ['first', after.size > 0 ? 1 : 0],
    ['second', 1],
  ])
    input_series.push({ series: `up{job="camilan",instance="${instance}"}`, values: `1+0x59 ${is}+0x59` })
  const alerts = [...(await readFile(rulesFile, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const file = path.join(folder, 'case.json')
  const promql_expr_test = alerts.map((alertname) => ({
    expr: `count by (alertname) (ALERTS{alertname="${alertname}",alertstate="firing"})`,
    eval_time: '118m',
    exp_samples: [],
  }))
  const tests = [{ interval: '1m', input_series, promql_expr_test }]
  await writeFile(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }))
  // It expects that none fires, and so names those that do.
  const output = await run('promtool', ['test', 'rules', file]).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )
  if (!/SUCCESS|got:/.test(output)) throw new Error(output)
  return alerts.filter(
    (alertname) => output.includes(`{alertname=\\"${alertname}\\"}`) || output.includes(`{alertname="${alertname}"}`),
  )
}

test('each metric of the rules exists in a running shop', async () => {
  await fetch(`${shop.origin}/healthz`)
  const used = new Set((await readFile(rulesFile, 'utf8')).match(/\b(camilan|nodejs|process)_[a-z0-9_]+/g))
  await scrapeUntil((samples) => [...used].every((name) => [...samples.keys()].some((key) => key.startsWith(name))))
})

test.skipIf(!hasPromtool)('the rules are valid (needs promtool: apt-get install prometheus)', async () => {
  const { stdout } = await run('promtool', ['check', 'rules', rulesFile])
  expect(stdout).toContain('SUCCESS')
})

test.skipIf(!hasPromtool)('each alert is silent before its trouble and fires during it (needs promtool)', async () => {
  const { db, pool } = database
  const product = await makeProduct(db, { price: 40_000, stock: 1_000 })
  const buyer = clientOf(await makeUser(db), shop.origin)
  await buyer.cart()
  const calm = await scrapeUntil((samples) => sum(samples, 'camilan_job_runs_total{job="back up the shop"') > 0)
  expect(await firing(calm, calm)).toEqual([])
  const provoked: string[] = []
  const expectAlert = async (alert: string, samples: Samples) => {
    expect.soft([alert, await firing(calm, samples)]).toEqual([alert, expect.arrayContaining([alert])])
    provoked.push(alert)
  }
  /** A transaction that holds this table until the work has ended. */
  const whileLocked = async <T>(table: string, work: () => Promise<T>): Promise<T> => {
    const holder = await pool.connect()
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    return work().finally(async () => {
      await holder.query('rollback')
      holder.release()
    })
  }
  const whileAway = async (table: string, work: () => Promise<unknown>) => {
    await pool.query(`alter table ${table} rename to table_away`)
    await work().finally(() => pool.query(`alter table table_away rename to ${table}`))
  }

  for (let i = 0; i < 25; i += 1) await forgeNotification(shop)
  await expectAlert('CamilanWebhooksForged', await scrape())

  await gateway.setFaults({ webhook: 'drop' })
  for (let i = 0; i < 4; i += 1) await gateway.pay(await buyer.buy(product))
  const found = 'camilan_payments_found_total{by="reconciliation"}'
  await expectAlert('CamilanWebhooksMissing', await scrapeUntil((samples) => sum(samples, found) >= 4))

  await gateway.setFaults({ create: 'error' })
  for (let i = 0; i < 10; i += 1) {
    await buyer.addToCart(product, 1)
    await buyer.placeOrder()
  }
  await expectAlert('CamilanGatewayUnavailable', await scrape())
  await gateway.reset()

  const past = earlier(new Date(), hours(2))
  const tomorrow = later(new Date(), days(1))
  gatewayClockAheadMs = days(1)
  await wait(31_000) // the other clock is read every 30 s
  await db.updateTable('orders').set({ expires_at: past }).where('status', '=', 'DIPROSES').execute()
  await expectAlert('CamilanClockWrong', await scrapeUntil((samples) => sum(samples, 'camilan_clock_difference') !== 0))
  const overdue = (samples: Samples) => sum(samples, 'camilan_orders_most_overdue_seconds') > 600
  await expectAlert('CamilanOrdersNotEnded', await scrapeUntil(overdue))

  const mail = { recipient: 'ani@contoh.id', subject: 'Tautan', text: 'x', html: 'x', created_at: past }
  await db
    .insertInto('mail_outbox')
    .values({ ...mail, next_attempt_at: tomorrow, expires_at: tomorrow })
    .execute()
  await pool.query('update schema_migrations set applied_at = $1', [earlier(new Date(), days(4))])
  await pool.query('delete from last_backup')
  const waits = (samples: Samples) => sum(samples, 'camilan_mail_oldest_unsent_age_seconds') > 1_800
  const late = await scrapeUntil(
    (samples) => waits(samples) && sum(samples, 'camilan_backup_age_seconds') > days(3) / 1_000,
  )
  await expectAlert('CamilanMailStuck', late)
  await expectAlert('CamilanBackupTooOld', late)

  const failures = 'camilan_job_runs_total{job="send links for new passwords",outcome="failed"}'
  await whileAway('password_reset_requests', () => scrapeUntil((samples) => sum(samples, failures) >= 2))
  await expectAlert('CamilanJobFails', await scrape())

  await whileAway('cart_items', async () => {
    for (let i = 0; i < 60; i += 1) await buyer.ask('GET', '/carts')
    await expectAlert('CamilanErrors', await scrape())
  })

  await whileAway('last_backup', async () => {
    await expectAlert('CamilanDatabaseDown', await scrapeUntil((samples) => samples.get('camilan_database_up') === 0))
  })

  // Its two connections wait for the table, and other requests for a connection.
  const requests = await whileLocked('cart_items', async () => {
    const asked = Array.from({ length: 60 }, () => buyer.ask('GET', '/carts').catch(() => undefined))
    await expectAlert(
      'CamilanPoolExhausted',
      await scrapeUntil((samples) => sum(samples, 'camilan_database_pool_waiting') > 0),
    )
    await wait(3_000)
    return asked
  })
  await Promise.all(requests)
  await expectAlert('CamilanSlow', await scrape())

  const lag = 'camilan_job_lag_seconds{job="send links for new passwords"}'
  await whileLocked('password_reset_requests', async () => {
    await expectAlert('CamilanJobLate', await scrapeUntil((samples) => sum(samples, lag) > 1))
  })

  await scrape() // the delays of the event loop are counted again from here
  for (let i = 0; i < 10; i += 1) {
    process.kill(shop.pid, 'SIGSTOP')
    await wait(700)
    process.kill(shop.pid, 'SIGCONT')
    await wait(50)
  }
  await expectAlert('CamilanEventLoopBlocked', await scrape())

  if (hasSmallDisk) {
    const { bavail, bsize } = await statfs(backups)
    await writeFile(path.join(backups, 'filler'), Buffer.alloc(bavail * bsize - 150e6))
    await expectAlert('CamilanDiskNearlyFull', await scrape())
  } else {
    console.log('CamilanDiskNearlyFull was not provoked: it needs the right to mount a tmpfs')
    provoked.push('CamilanDiskNearlyFull')
  }

  await shop.kill()
  await expect(fetch(`${metricsOrigin}/metrics`)).rejects.toThrow()
  await expectAlert('CamilanDown', new Map())
  const all = [...(await readFile(rulesFile, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(provoked.sort()).toEqual(all.sort())
})
