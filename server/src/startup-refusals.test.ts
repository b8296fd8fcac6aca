/** What an operator reads when the shop can't start, and what it warns of: of the whole server as a process. */
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@camilan/embedded-postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrateWithBackup } from './backup/migrate-with-backup.ts'
import { readConfig } from './config.ts'
import type { DatabaseConnection } from './platform/db/db.ts'
import { adviceFor, CannotListen } from './startup-errors.ts'
import { runSql } from './testing/databases.ts'
import { makeAdmin } from './testing/make-user.ts'
import { startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'

const shop = useTestDb()

/** What the process prints before it ends. */
async function refusal(environment: Record<string, string>, connection: DatabaseConnection = shop.connection) {
  const started = startShopProcess(connection, environment)
  const output = await started.then(
    async (process) => `it started, ${await process.kill()}`,
    (error: Error) => error.message.replace('The server ended:\n', ''),
  )
  expect(output).not.toMatch(/^ +at /m)
  return output.trim().split('\n')
}

async function start(environment: Record<string, string>) {
  const process = await startShopProcess(shop.connection, environment)
  onTestFinished(async () => void (await process.kill()))
  return process
}

test('an unknown NODE_ENV is refused, as it would silently mean a trial shop', async () => {
  expect(await refusal({ NODE_ENV: 'prod' })).toEqual([
    'The configuration is not valid:',
    '  NODE_ENV must be production or development or test, not "prod"',
  ])
})

test('a port that another program has is named, with the variable for another one', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  expect(await refusal({ PORT: String(port) })).toEqual([
    `The shop cannot listen on 127.0.0.1, port ${port}: another program listens there: stop it, or set PORT to another port.`,
  ])
})

/** What the start says to what this work throws, without starting a process. */
const adviceOf = (work: Promise<unknown>) => work.then(() => 'it worked', adviceFor)

const connectTo = (connectionString: string) =>
  adviceOf(migrateWithBackup({ connectionString }, { ...readConfig({}), log() {} }))

test('an address that this machine does not have is named', async () => {
  const listening = once(createServer().listen(0, '203.0.113.7'), 'listening')
  const advice = await adviceOf(
    listening.catch((cause: unknown) => {
      throw new CannotListen({ host: '203.0.113.7', port: 0 }, cause)
    }),
  )
  expect(advice).toMatch(/^The shop cannot listen on 203\.0\.113\.7, .* set HOST /)
})

test('a database that nobody serves, or whose host is not known, is one sentence', async () => {
  expect(await connectTo('postgres://toko:rahasia@127.0.0.1:1/toko')).toBe(
    "The database can't be reached (connect ECONNREFUSED 127.0.0.1:1): start PostgreSQL, or correct DATABASE_URL.",
  )
  expect(await connectTo('postgres://toko:rahasia@db.toko.invalid/toko')).toBe(
    "The database can't be reached, as the name db.toko.invalid is not known: correct the host in DATABASE_URL.",
  )
})

describe('a PostgreSQL that asks for passwords', () => {
  let folder: string
  let postgres: EmbeddedPostgres
  const urlFor = (login: string, database: string) =>
    `postgres://${login}@localhost/${database}?host=${encodeURIComponent(postgres.connection.host)}`

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'refusals-'))
    await chmod(folder, 0o755)
    const rules = path.join(folder, 'pg_hba.conf')
    await writeFile(rules, 'local all postgres trust\nlocal all toko,tamu scram-sha-256\n')
    postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), settings: { hba_file: rules } })
    for (const sql of [
      "create role toko login password 'benar'",
      "create role tamu login password 'benar'",
      'create database toko owner toko',
    ])
      await runSql(postgres.superuser, sql)
  })
  afterAll(async () => {
    await postgres?.stop()
    await rm(folder, { recursive: true })
  })

  test.each([
    [
      'toko:salah',
      'toko',
      'password authentication failed for user "toko"',
      'the user and the password in DATABASE_URL',
    ],
    ['orang', 'toko', 'no pg_hba.conf entry', 'correct the user in DATABASE_URL'],
    ['toko:benar', 'lain', 'database "lain" does not exist', 'create the database'],
    ['tamu:benar', 'toko', 'permission denied for schema public', 'create and own the tables'],
    ['toko', 'toko', 'asks for a password', 'DATABASE_URL has none'],
  ])('refuses %s at %s, and the start says it in one sentence: %s', async (login, database, reason, way) => {
    const advice = await connectTo(urlFor(login, database))
    expect(advice).toContain(reason)
    expect(advice).toContain(way)
    expect(advice).not.toMatch(/\n|salah|benar/)
  })

  test('the process prints that sentence alone', async () => {
    const lines = await refusal({}, { connectionString: urlFor('toko:salah', 'toko') })
    expect(lines).toEqual([expect.stringContaining('password authentication failed for user "toko"')])
    expect(lines.join()).not.toContain('salah')
  })
})

test('a data folder that this user may not write is named', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'refusals-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'berkas'), '')
  expect(await refusal({ DATA_DIR: path.join(folder, 'berkas', 'data') })).toEqual([
    expect.stringMatching(/berkas.* is no folder: change the setting that names it\.$/),
  ])
})

const production = { NODE_ENV: 'production', ALLOW_IN_PRODUCTION: 'sandbox,http' }

test('production without administrator, mail server and backups elsewhere is warned of; with them it is not', async () => {
  const bare = await start(production)
  await expect.poll(bare.output).toContain('Warning: a broken disk takes the backups with it: set BACKUP_DIR')
  expect(bare.output()).toContain(
    'Warning: nobody can ship orders, as there is no administrator yet: npm run admin:create',
  )
  expect(bare.output()).toContain('Warning: no mail leaves this machine')
  await bare.stop()

  await makeAdmin(shop.db)
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'backups-'))
  onTestFinished(() => rm(elsewhere, { recursive: true }))
  const complete = await start({ ...production, SMTP_URL: 'smtp://127.0.0.1:1', BACKUP_DIR: elsewhere })
  await complete.stop()
  expect(complete.output()).not.toContain('Warning')
})

test('a name that is almost one of ours is warned of, before the configuration is refused', async () => {
  expect(await refusal({ TRUST_PROXI: 'loopback', PORT: 'x', HOMEPAGE: 'x' })).toEqual([
    'Warning: TRUST_PROXI is no setting of the shop and has no effect: is TRUST_PROXY meant?',
    'The configuration is not valid:',
    '  PORT must be a whole number from 0 to 65535, not "x"',
  ])
})
