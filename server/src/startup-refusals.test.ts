/** The messages of a shop that can't start, and its warnings, from the whole server as a process. */

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@camilan/embedded-postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, type TestContext, test } from 'vitest'
import { readConfig } from './config.ts'
import { openMediaStore } from './media/files/media-store.ts'
import { BackupRefused } from './office/backup/errors.ts'
import { makeBackup } from './office/backup/make-backup.ts'
import { migrateWithBackup } from './office/backup/migrate-with-backup.ts'
import type { DatabaseConnection } from './platform/db/db.ts'
import { adviceFor, CannotListen } from './start/startup-errors.ts'
import { runSql } from './testing/databases.ts'
import { listen } from './testing/free-port.ts'
import { makeAdmin } from './testing/make-user.ts'
import { startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'

const run = promisify(execFile)
const shop = useTestDb()

/** The output of the process until it ends. */
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

test.each(['PORT', 'METRICS_PORT'])('%s of another program is refused with its name', async (variable) => {
  const other = createServer()
  const port = await listen(other)
  onTestFinished(() => void other.close())
  expect(await refusal({ [variable]: String(port) })).toEqual([
    `The shop cannot listen on 127.0.0.1, port ${port}: another program listens there: stop it, or set ${variable} to another port.`,
  ])
})

/** The message of the start for an error that this work throws, without a process. */
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

test('a database that does not answer, or whose host is unknown, is named in one sentence', async () => {
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

  test('the process prints only that sentence', async () => {
    const lines = await refusal({}, { connectionString: urlFor('toko:salah', 'toko') })
    expect(lines).toEqual([expect.stringContaining('password authentication failed for user "toko"')])
    expect(lines.join()).not.toContain('salah')
  })
})

describe('a PostgreSQL with TLS', () => {
  let folder: string
  let url: (host: string, rootCertificate: string) => string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tls-'))
    const inFolder = (name: string) => path.join(folder, name)
    for (const name of ['server', 'other']) {
      const files = ['-keyout', inFolder(`${name}.key`), '-out', inFolder(`${name}.pem`)]
      const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost']
      await run('openssl', [...'req -x509 -newkey rsa:2048 -nodes -days 2'.split(' '), ...files, ...names])
    }
    await writeFile(inFolder('text.pem'), 'no certificate')
    const [key, cert] = await Promise.all(['server.key', 'server.pem'].map((name) => readFile(inFolder(name))))
    // PostgreSQL has TLS on TCP only, and the PostgreSQL of the tests has only a socket: this server stands in front of it.
    const { host, port } = shop.connection as { host: string; port: number }
    const front = createServer((socket) => {
      socket.once('data', () => {
        socket.write('S')
        const secure = new TLSSocket(socket, { isServer: true, key, cert })
        const inner = connect(path.join(host, `.s.PGSQL.${port}`))
        for (const end of [secure, inner]) end.on('error', () => socket.destroy())
        secure.pipe(inner).pipe(secure)
      })
    }).listen(0)
    await once(front, 'listening')
    const { port: frontPort } = front.address() as { port: number }
    const { user, database } = shop.connection as { user: string; database: string }
    url = (server, certificate) =>
      `postgres://${user}@${server}:${frontPort}/${database}?sslmode=verify-full${certificate && `&sslrootcert=${encodeURIComponent(inFolder(certificate))}`}`
    return () => void front.close()
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('is used with sslmode=verify-full and the certificate of its issuer', async () => {
    expect(await connectTo(url('localhost', 'server.pem'))).toBe('it worked')
  })

  const notAccepted = /^The certificate of the PostgreSQL server is not accepted \(.*\): .* sslrootcert /
  test.each([
    ['another CA', 'localhost', 'other.pem', notAccepted],
    ['no CA', 'localhost', '', notAccepted],
    ['another host', '127.0.0.1', 'server.pem', notAccepted],
    ['a file that does not exist', 'localhost', 'absent.pem', /absent\.pem does not exist: /],
    ['a file without a certificate', 'localhost', 'text.pem', notAccepted],
  ])('is refused with %s, in one sentence', async (_, host, certificate, sentence) => {
    const advice = await connectTo(url(host, certificate))
    expect(advice).toMatch(sentence)
    expect(advice).not.toContain('\n')
  })
})

test("a data folder that this user can't write is named", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'refusals-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'berkas'), '')
  expect(await refusal({ DATA_DIR: path.join(folder, 'berkas', 'data') })).toEqual([
    expect.stringMatching(/berkas.* is no folder: change the setting that names it\.$/),
  ])
})

test("the start warns of a folder for backups that can't be written, and the shop still opens", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'berkas')
  await writeFile(file, '')
  const started = await start({ BACKUP_DIR: file })
  await expect
    .poll(started.output)
    .toContain(`Warning: no backup can be written to ${file}, as it is no folder: correct that, or set BACKUP_DIR`)
})

/** A small disk of its own. @returns undefined if this user may not mount one */
async function smallDisk(options: string): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'small-disk-'))
  const [failed] = await Promise.allSettled([run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])])
  onTestFinished(async () => {
    if (failed.status === 'fulfilled') await run('umount', ['--lazy', folder])
    await rm(folder, { recursive: true })
  })
  return failed.status === 'fulfilled' ? folder : undefined
}

async function fillUp(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  await writeFile(path.join(folder, 'filler'), Buffer.alloc(bavail * bsize))
}

describe('a disk that is full or read-only (needs the right to mount a tmpfs)', () => {
  const disk = async (options: string, context: TestContext) => (await smallDisk(options)) ?? context.skip()

  test('under a new DATA_DIR gives one sentence, with the embedded PostgreSQL and with another', async (context) => {
    const folder = await disk('size=1m', context)
    await fillUp(folder)
    const full = /^The disk of DATA_DIR is full: make room, and start again/
    expect(await adviceOf(startEmbeddedPostgres({ dataDir: folder }))).toMatch(full)
    expect(await refusal({ DATA_DIR: folder })).toEqual([expect.stringMatching(full)])
    await run('mount', ['-o', 'remount,ro', folder])
    expect(await adviceOf(startEmbeddedPostgres({ dataDir: folder }))).toMatch(/its file system is read-only/)
    expect(await refusal({ DATA_DIR: path.join(folder, 'new') })).toEqual([expect.stringMatching(/make the folder/)])
  })

  test('under a shop that has run gives one sentence', async (context) => {
    const dataDir = await disk('size=64m', context)
    await chmod(dataDir, 0o755)
    await (await startEmbeddedPostgres({ dataDir })).stop()
    await fillUp(dataDir)
    expect(await refusal({ DATABASE_URL: '', DATA_DIR: dataDir })).toEqual([
      expect.stringMatching(
        /^The disk of DATA_DIR is full: make room, .* \(PostgreSQL did not start .*: could not write /,
      ),
    ])
    await run('mount', ['-o', 'remount,ro', dataDir])
    expect(await adviceOf(startEmbeddedPostgres({ dataDir }))).toMatch(
      /^DATA_DIR can't be written: .*could not .*Read-only file system\)\.$/,
    )
  })

  test('gives one sentence of a backup, and no file remains', async (context) => {
    const folder = await disk('size=64k', context)
    const media = await mkdtemp(path.join(tmpdir(), 'media-'))
    onTestFinished(() => rm(media, { recursive: true }))
    const store = await openMediaStore(media)
    const backUp = () =>
      makeBackup({ connection: shop.connection, store }, { file: path.join(folder, 'shop.tar') }, new Date())
    await expect(backUp()).rejects.toThrow(
      new BackupRefused(
        `No backup can be written to ${folder}, as its disk is full: correct that, or name another folder.`,
      ),
    )
    expect(await readdir(folder)).toEqual([])
    await run('mount', ['-o', 'remount,ro', folder])
    await expect(backUp()).rejects.toThrow(/as its file system is read-only: /)
  })
})

const production = { NODE_ENV: 'production', ALLOW_IN_PRODUCTION: 'sandbox,http' }

test('the start warns of production without administrator, mail server or backups elsewhere, and not if they are there', async () => {
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

test('the start warns of a name that is almost one of ours, before it refuses the configuration', async () => {
  expect(await refusal({ TRUST_PROXI: 'loopback', PORT: 'x', HOMEPAGE: 'x' })).toEqual([
    'Warning: TRUST_PROXI is no setting of the shop and has no effect: is TRUST_PROXY meant?',
    'The configuration is not valid:',
    '  PORT must be a whole number from 0 to 65535, not "x"',
  ])
})
