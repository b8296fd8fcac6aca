/**
 * A restore drill: `npm run drill FILE` restores a backup into a folder of its own, compares it with the archive, and opens
 * the restored shop beside a running one. It leaves no files. With `--open` it stays open until Ctrl-C.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { startEmbeddedPostgres } from '@camilan/embedded-postgres'
import pg from 'pg'
import { readConfig } from '../src/config.ts'
import { openFiles } from '../src/media/stores/open-store.ts'
import { BackupRefused } from '../src/office/backup/errors.ts'
import { readArchive, sha256, verifyArchive } from '../src/office/backup/file/archive.ts'
import { type Manifest, picturePrefix, type TablePart } from '../src/office/backup/file/manifest.ts'
import { formerTables } from '../src/office/backup/file/tables.ts'
import { restoreBackup } from '../src/office/backup/restore-backup.ts'
import { commandLine } from '../src/platform/command-line.ts'
import type { DatabaseConnection } from '../src/platform/db/db.ts'
import { adviceFor } from '../src/start/startup-errors.ts'
import { reportFindings } from './command/report-findings.ts'
import { progressLine } from './command/show-progress.ts'
import { checkBooksAt } from './command/with-database.ts'

/** The number of rows by `table`, and the sum of a column of whole numbers by `table.column`. */
type Sums = Map<string, bigint>

const number = (count: number | bigint) => count.toLocaleString('en')
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

const progress = progressLine()
try {
  const { values, positionals } = parseArgs({
    options: { open: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0)
    throw new BackupRefused(`Usage: ${commandLine('drill', 'FILE')}, or: ${commandLine('drill', '--open FILE')}`)
  const folder = path.join(readConfig(process.env).dataDir, 'drill')
  await mkdir(path.dirname(folder), { recursive: true })
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new BackupRefused(`${folder} exists: another drill runs, or one was killed. Then delete the folder.`)
  })
  try {
    await drill(path.resolve(file), folder, values.open)
  } finally {
    await rm(folder, { recursive: true })
  }
} catch (error) {
  progress.end()
  console.error(stop.signal.aborted ? 'Stopped.' : (adviceFor(error) ?? error))
  process.exitCode = 1
}

async function drill(file: string, folder: string, staysOpen: boolean): Promise<void> {
  const manifest = await verifyArchive(file)
  console.log(`A backup of ${manifest.made_at}, by release ${manifest.app}, undamaged. It is restored into ${folder}`)
  const problems = await restore(file, manifest, folder)
  stop.signal.throwIfAborted()
  problems.push(...(await open(manifest, folder, staysOpen)))
  progress.end()
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  console.log(problems.length > 0 ? 'THE DRILL FAILED.' : 'The drill succeeded: this backup can be restored.')
}

/** @returns the differences from the archive */
async function restore(file: string, manifest: Manifest, folder: string): Promise<string[]> {
  const began = performance.now()
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  try {
    const { connection } = postgres
    const store = await openFiles({ dataDir: folder })
    const onProgress = ({ done, total }: { done: number; total: number }) => progress.show('restored', done, total)
    await restoreBackup({ connection, store }, { file, manifest, onProgress }, new Date())
    progress.end()
    console.log(`Restored in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
    const tables = manifest.tables.filter(({ table }) => !formerTables.includes(table))
    const restored = await sumsOfDatabase(connection, tables)
    const archived = await sumsOfArchive(file, tables, restored)
    const sums = restored.size - tables.length
    const rows = tables.reduce((sum, { table }) => sum + (restored.get(table) ?? 0n), 0n)
    console.log(`${number(rows)} rows of ${tables.length} tables and ${sums} sums of columns are compared.`)
    console.log(
      `${number(restored.get('orders') ?? 0n)} orders, Rp ${number(restored.get('orders.total_price') ?? 0n)} in all.`,
    )
    reportFindings(await checkBooksAt(connection))
    return [...restored]
      .filter(([name, value]) => archived.get(name) !== value)
      .map(([name, value]) => `${name}: ${value} in the restored shop, ${archived.get(name)} in the archive`)
  } finally {
    await postgres.stop()
  }
}

async function sumsOfDatabase(connection: DatabaseConnection, tables: readonly TablePart[]): Promise<Sums> {
  const client = new pg.Client({ ...connection, application_name: 'camilan_drill' })
  await client.connect()
  try {
    const { rows: whole } = await client.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and data_type in ('smallint', 'integer', 'bigint')`,
    )
    const sums: Sums = new Map()
    for (const { table, columns } of tables) {
      const summed = columns.filter((name) => whole.some((one) => one.table === table && one.column === name))
      const selected = summed.map((name) => `coalesce(sum(${pg.escapeIdentifier(name)}), 0)::text`)
      const { rows } = await client.query<string[]>({
        text: `select ${['count(*)::text', ...selected].join(', ')} from ${pg.escapeIdentifier(table)}`,
        rowMode: 'array',
      })
      for (const [index, value] of (rows[0] ?? []).entries())
        sums.set(index === 0 ? table : `${table}.${summed[index - 1]}`, BigInt(value))
    }
    return sums
  } finally {
    await client.end()
  }
}

/** The same names as in `wanted`, for the rows in the archive. */
async function sumsOfArchive(file: string, tables: readonly TablePart[], wanted: Sums): Promise<Sums> {
  const parts = new Map(tables.map((part) => [part.name, part]))
  const sums: Sums = new Map([...wanted.keys()].map((name) => [name, 0n]))
  const add = (name: string, value: bigint) => sums.set(name, (sums.get(name) ?? 0n) + value)
  const addRow = ({ table, columns }: TablePart, line: string) => {
    add(table, 1n)
    const values = line.split('\t')
    for (const [index, column] of columns.entries()) {
      const value = values[index]
      if (value !== undefined && value !== '\\N' && sums.has(`${table}.${column}`))
        add(`${table}.${column}`, BigInt(value))
    }
  }
  await readArchive(file, async (name, content) => {
    const part = parts.get(name)
    // Latin-1 has no line separator but the one of COPY, and digits and tabs are the same in it.
    if (part)
      for await (const line of createInterface(content.pipe(createGunzip()).setEncoding('latin1'))) addRow(part, line)
    else content.resume()
  })
  return sums
}

/** Open the restored shop as usual, on loopback. @returns the faults of its pages and pictures */
async function open({ pictures }: Manifest, folder: string, staysOpen: boolean): Promise<string[]> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { PATH = '', HOME = '' } = process.env // no setting of the running shop
  const own = { DATA_DIR: folder, PORT: String(port), PUBLIC_URL: origin, DEMO_DATA: 'off', BACKUP_EVERY_HOURS: '0' }
  const shop = spawn(process.execPath, [path.join(import.meta.dirname, '../src/main.ts')], {
    env: { PATH, HOME, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(shop, 'exit')
  let output = ''
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  try {
    while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
      if (shop.exitCode !== null) throw new BackupRefused(`The restored shop does not start:\n${output}`)
      await wait(100, undefined, { signal: stop.signal })
    }
    const problems: string[] = []
    for (const page of ['/', '/products', '/api/products', '/admin']) {
      const { ok, status } = await fetch(origin + page)
      if (!ok) problems.push(`${page} is answered with ${status}`)
    }
    for (const [index, picture] of pictures.entries()) {
      stop.signal.throwIfAborted()
      const name = picture.name.slice(picturePrefix.length)
      const answer = await fetch(`${origin}/media/${name}`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      if (sha256(bytes) !== picture.sha256) problems.push(`${name}: the shop sends another picture, or none`)
      progress.show('pictures compared', index + 1, pictures.length)
    }
    progress.end()
    console.log(
      `The shop opened at ${origin}; ${number(pictures.length)} pictures that it sends are compared by their hashes.`,
    )
    if (staysOpen) {
      console.log(`Look at it, from elsewhere through: ssh -L ${port}:127.0.0.1:${port} SERVER. Ctrl-C ends it.`)
      await Promise.race([once(stop.signal, 'abort'), ended])
    }
    return problems
  } finally {
    shop.kill('SIGTERM')
    await ended
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
