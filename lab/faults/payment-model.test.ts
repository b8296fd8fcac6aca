/**
 * The model of server/src/payments/payment-model.test.ts at two real processes, which are killed (kill -9) and started again,
 * while their clocks are moved. MODEL_ORDERS and MODEL_SEED set the number of orders and the history.
 */
import { randomInt } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { paymentMethodNames } from '@camilan/contract/payment-methods'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../server/src/testing/free-port.ts'
import { makeAdmin } from '../../server/src/testing/make-user.ts'
import { runPaymentModel } from '../../server/src/testing/payment-model.ts'
import { setSettings } from '../../server/src/testing/settings.ts'
import { openSharedGateway } from '../../server/src/testing/shared-gateway.ts'
import { clientOf } from '../../server/src/testing/shop-client.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { type TestDb, useTestDb } from '../../server/src/testing/test-db.ts'
import { newFolder } from '../operate/new-folder.ts'

/** Of each history. */
const orders = Number(process.env.MODEL_ORDERS ?? 10_000)
const recorded = [20_261_128, 35]
const seeds = process.env.MODEL_SEED === undefined ? recorded : [Number(process.env.MODEL_SEED)]

describe.each(seeds)('MODEL_SEED=%i', (seed) => {
  const database = useTestDb()
  const timeout = 300_000 + orders * 1_000

  test(`${orders} orders at two processes end as the gateway and the API said`, { timeout }, () => play(database, seed))
})

async function play(database: TestDb, seed: number): Promise<void> {
  const time = await openMovableTime(database)
  const { gateway, environment, serverKey } = await openSharedGateway(time.clock)
  onTestFinished(() => gateway.close())
  const start = (port: number) =>
    startShopProcess(database.connection, {
      ...environment,
      ...time.environment,
      PORT: String(port),
      DEMO_DATA: 'off',
      PAYMENT_RECONCILE_SECONDS: '1',
    })
  const shops = await Promise.all([await freePort(), await freePort()].map(start))
  onTestFinished(async () => void (await Promise.all(shops.map((shop) => shop.stop()))))
  const admin = clientOf(await makeAdmin(database.db), shops[0]?.origin ?? '')
  await setSettings(admin, { payment_methods: [...paymentMethodNames] })

  let asked = 0
  let kills = 0
  let killed = -1
  const figures = await runPaymentModel(
    {
      db: database.db,
      sandbox: gateway,
      serverKey,
      clock: time.clock,
      origin() {
        const running = shops.filter((_, index) => index !== killed)
        return running[asked++ % running.length]?.origin ?? ''
      },
      async advance(milliseconds) {
        await time.advance(milliseconds)
        await gateway.runDue()
      },
      runJobs: async () => {},
      async killOne() {
        await wait(randomInt(300)) // requests are under way
        killed = kills++ % shops.length
        const { kill, origin } = shops[killed] ?? {}
        await kill?.()
        shops[killed] = await start(Number(new URL(origin ?? '').port))
        killed = -1
      },
    },
    { seed, orders, ordersPerRound: 250, ticks: 10 },
  )
  console.log(`${orders} orders, ${kills} kills:`, figures)
  expect(kills).toBeGreaterThan(0)
}

/** A clock for this process, the shops and their database, which differ only while it is moved. */
async function openMovableTime(database: TestDb) {
  const file = path.join(await newFolder(), 'ahead')
  await writeFile(file, '0')
  // Found before PostgreSQL's own function of this name.
  await database.pool.query(`
    create table model_clock (ahead_ms float8);
    insert into model_clock values (0);
    create function clock_timestamp() returns timestamptz language sql volatile
      as $$ select pg_catalog.clock_timestamp() + ahead_ms * interval '1 millisecond' from model_clock $$;
    do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`)
  let aheadMs = 0
  return {
    clock: () => new Date(Date.now() + aheadMs),
    environment: {
      CLOCK_AHEAD_FILE: file,
      NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'movable-clock.ts'))}`,
    },
    /** The shops' clocks are last: they look at the others again when their own has jumped. */
    async advance(milliseconds: number): Promise<void> {
      aheadMs += milliseconds
      await database.pool.query('update model_clock set ahead_ms = $1', [aheadMs])
      await writeFile(`${file}.new`, String(aheadMs))
      await rename(`${file}.new`, file)
    },
  }
}
