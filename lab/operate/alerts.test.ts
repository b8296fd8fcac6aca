/**
 * Each alert of deploy/alerts.yml is provoked on a running shop. promtool evaluates the rules with the shop's metrics
 * before and during the trouble, as if the trouble lasted an hour. An alert is silent before it and fires during it.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { days, later } from '../../server/src/platform/clock.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { forgeNotification } from '../../server/src/testing/gateway-notification.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { readMetrics } from '../../server/src/testing/read-metrics.ts'
import { useSharedGateway } from '../../server/src/testing/shared-gateway.ts'
import { clientOf } from '../../server/src/testing/shop-client.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { useOpened } from '../../server/src/testing/use-opened.ts'
import { startPassOn } from './start-pass-on.ts'

/** The samples of a scrape, by series. */
type Samples = ReadonlyMap<string, number>
type Shows = (samples: Samples) => boolean

const rulesFile = path.join(import.meta.dirname, '../../deploy/alerts.yml')
const rules = await readFile(rulesFile, 'utf8')
const run = promisify(execFile)
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

const folder = await mkdtemp(path.join(tmpdir(), 'alerts-'))
const backups = path.join(folder, 'backups')
await mkdir(backups)
/** A small disk of its own for the backups, so that little has to be filled. */
const hasSmallDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=230m', 'tmpfs', backups]).status === 0
afterAll(async () => {
  if (hasSmallDisk) spawnSync('umount', [backups])
  await rm(folder, { recursive: true })
})

const database = useTestDb()
const shared = useSharedGateway()
let gatewayAheadMs = 0
/** Between the shop and the gateway, whose clock it can change. */
const link = useOpened(
  () => startPassOn(shared.gateway.origin, () => ({ date: later(new Date(), gatewayAheadMs).toUTCString() })),
  ({ close }) => close(),
)
const metricsPort = await freePort()
const shop = useOpened(
  () =>
    startShopProcess(database.connection, {
      ...shared.environment,
      MIDTRANS_SNAP_URL: `http://${link.host}`,
      MIDTRANS_API_URL: `http://${link.host}`,
      METRICS_PORT: String(metricsPort),
      BACKUP_DIR: backups,
      PAYMENT_RECONCILE_SECONDS: '1',
      DATABASE_CONNECTIONS: '2',
    }),
  ({ kill }) => kill(),
)

/** Whether the sum of all series that begin like this is more than `least`, whatever its sign. */
const above = (start: string, least: number) => (samples: Samples) => {
  const found = [...samples].filter(([name]) => name.startsWith(start))
  return Math.abs(found.reduce((total, [, one]) => total + one, 0)) > least
}

/** Scrape until the shop shows it. The database is asked every 15 s. A shop that is down has no samples. */
async function scrapeUntil(shows: Shows): Promise<Samples> {
  let samples: Samples = new Map()
  const look = async () => {
    const answer = fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    const text = await answer.then((response) => response.text()).catch(() => '')
    samples = readMetrics(text).samples
    return shows(samples)
  }
  await expect.poll(look, { timeout: 60_000, interval: 200 }).toBe(true)
  return samples
}

const isCounter = (name: string) => /_(total|count|sum|bucket)(\{|$)/.test(name)
/** The seconds since an event. */
const isAge = (name: string) => name.startsWith('camilan_job_lag_seconds')

/** Whether this alert fires, or `none`, after an hour of the earlier metrics and one of the present. Counters grow on. */
async function isFiring(alert: string, before: Samples, after: Samples): Promise<boolean> {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const input_series = names.map((series) => {
    const [was, is] = [before.get(series), after.get(series)]
    const added = isCounter(series) ? (is ?? 0) - (was ?? 0) : isAge(series) && (is ?? 0) > (was ?? 0) ? 60 : 0
    const past = was === undefined ? '_x59' : `${was.toFixed(9)}+0x59`
    const growth = Math.max(0, added).toFixed(9)
    return { series, values: is === undefined ? `${past} _x59` : `${past} ${is.toFixed(9)}+${growth}x59` }
  })
  // Prometheus itself records for each process whether it could be scraped. A second one always can.
  const isUp = after.size > 0 ? 1 : 0
  input_series.push(
    { series: 'camilan_build_info{instance="second"}', values: '1+0x119' },
    { series: 'up{job="camilan",instance="first"}', values: `1+0x59 ${isUp}+0x59` },
    { series: 'up{job="camilan",instance="second"}', values: '1+0x119' },
  )
  const chosen = alert === 'none' ? '' : `,alertname="${alert}"`
  const expected = {
    expr: `group by (alertname) (ALERTS{alertstate="firing"${chosen}})`,
    eval_time: '118m',
    exp_samples: alert === 'none' ? [] : [{ labels: `{alertname="${alert}"}`, value: 1 }],
  }
  const file = path.join(folder, 'case.json')
  const tests = [{ interval: '1m', input_series, promql_expr_test: [expected] }]
  await writeFile(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }))
  return run('promtool', ['test', 'rules', file]).then(
    () => true,
    ({ stdout, stderr }) => {
      console.log(alert, stdout, stderr)
      return false
    },
  )
}

test('each metric of the rules exists in a running shop', async () => {
  await fetch(`${shop.origin}/healthz`)
  const used = new Set(rules.match(/\b(camilan|nodejs|process)_[a-z0-9_]+/g))
  await scrapeUntil((samples) => [...used].every((name) => [...samples.keys()].some((key) => key.startsWith(name))))
})

test.skipIf(!hasPromtool)('each alert is silent before its trouble and fires during it (needs promtool)', async () => {
  const { db, pool } = database
  const { gateway } = shared
  const product = await makeProduct(db, { price: 40_000, stock: 1_000 })
  const buyer = clientOf(await makeUser(db), shop.origin)
  await buyer.cart()
  const isBackedUp = above('camilan_job_runs_total{job="back up the shop"', 0)
  const isPoolUsedUp = above('camilan_database_pool_waiting', 0)
  const calm = await scrapeUntil((samples) => isBackedUp(samples) && !isPoolUsedUp(samples))
  expect(await isFiring('none', calm, calm)).toBe(true)
  const fired: string[] = []
  const fires = async (alert: string, shows: Shows = ({ size }) => size > 0) => {
    if (await isFiring(alert, calm, await scrapeUntil(shows))) fired.push(alert)
  }
  /** A transaction that holds this table until the work has ended. */
  const whileLocked = async (table: string, work: () => Promise<unknown>) => {
    const holder = await pool.connect()
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    await work().finally(() => holder.release(true))
  }
  const whileAway = async (table: string, work: () => Promise<unknown>) => {
    await pool.query(`alter table ${table} rename to table_away`)
    await work().finally(() => pool.query(`alter table table_away rename to ${table}`))
  }

  for (let i = 0; i < 25; i += 1) await forgeNotification(shop)
  await fires('CamilanWebhooksForged')

  await gateway.setFaults({ webhook: 'drop' })
  for (let i = 0; i < 4; i += 1) await gateway.pay(await buyer.buy(product))
  await fires('CamilanWebhooksMissing', above('camilan_payments_found_total{by="reconciliation"}', 3))

  await gateway.setFaults({ create: 'error' })
  for (let i = 0; i < 10; i += 1) {
    await buyer.addToCart(product, 1)
    await buyer.placeOrder()
  }
  await fires('CamilanGatewayUnavailable')
  await gateway.reset()

  gatewayAheadMs = days(1)
  await wait(31_000) // the other clock is read every 30 s
  await pool.query(`update orders set expires_at = now() - interval '2 hours' where status = 'DIPROSES'`)
  await fires('CamilanClockWrong', above('camilan_clock_difference', 0))
  await fires('CamilanOrdersNotEnded', above('camilan_orders_most_overdue_seconds', 600))

  await pool.query(`insert into mail_outbox (recipient, subject, text, html, created_at, next_attempt_at, expires_at)
    select 'ani@contoh.id', 'x', 'x', 'x', now() - interval '2 hours', tomorrow, tomorrow
    from (select now() + interval '1 day' as tomorrow) as times`)
  await fires('CamilanMailStuck', above('camilan_mail_oldest_unsent_age_seconds', 1_800))

  await pool.query(`update schema_migrations set applied_at = now() - interval '4 days'`)
  await pool.query('delete from last_backup')
  await fires('CamilanBackupTooOld', above('camilan_backup_age_seconds', days(3) / 1_000))

  const failures = 'camilan_job_runs_total{job="send links for new passwords",outcome="failed"}'
  await whileAway('password_reset_requests', () => scrapeUntil(above(failures, 1)))
  await fires('CamilanJobFails')

  await whileAway('cart_items', async () => {
    for (let i = 0; i < 60; i += 1) await buyer.ask('GET', '/carts')
  })
  await fires('CamilanErrors')

  await whileAway('last_backup', () =>
    fires('CamilanDatabaseDown', (samples) => samples.get('camilan_database_up') === 0),
  )

  // Its two connections wait for the table, and other requests for a connection.
  let requests: Promise<unknown>[] = []
  await whileLocked('cart_items', async () => {
    requests = Array.from({ length: 60 }, () => buyer.ask('GET', '/carts').catch(() => undefined))
    await fires('CamilanPoolExhausted', isPoolUsedUp)
    await wait(3_000)
  })
  await Promise.all(requests)
  await fires('CamilanSlow')

  await whileLocked('password_reset_requests', () =>
    fires('CamilanJobLate', above('camilan_job_lag_seconds{job="send links for new passwords"}', 1)),
  )

  await scrapeUntil(() => true) // the delays of the event loop are counted anew from here
  for (let i = 0; i < 10; i += 1) {
    process.kill(shop.pid, 'SIGSTOP')
    await wait(700)
    process.kill(shop.pid, 'SIGCONT')
    await wait(50)
  }
  await fires('CamilanEventLoopBlocked')

  if (hasSmallDisk) {
    const { bavail, bsize } = await statfs(backups)
    await writeFile(path.join(backups, 'filler'), Buffer.alloc(bavail * bsize - 150e6))
    await fires('CamilanDiskNearlyFull')
  }

  await shop.kill()
  await fires('CamilanDown', ({ size }) => size === 0)
  const all = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(fired.sort()).toEqual(all.filter((name) => hasSmallDisk || name !== 'CamilanDiskNearlyFull').sort())
})
