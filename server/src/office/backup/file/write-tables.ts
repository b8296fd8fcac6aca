import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pictureSettings } from '@camilan/contract/settings'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { BackupRefused } from '../errors.ts'
import { type Manifest, type TablePart, tablePart } from './manifest.ts'
import { backedUp, formerTables, omittedTables } from './tables.ts'

export interface BackupProgress {
  step: 'tables' | 'pictures' | 'verify'
  /** The table or the entry that is finished. */
  name: string
  rows?: number
  done: number
  total: number
}

/** A database before its migration does not have the table. */
const picturesOfSettings = pictureSettings
  .map((name) => `union select settings ->> '${name}' from shop_settings where settings ->> '${name}' is not null`)
  .join(' ')

export interface Snapshot {
  postgres: string
  migrations: Manifest['migrations']
  tables: TablePart[]
  /** The hashes of the pictures that rows name. */
  pictures: string[]
  unknownTables: string[]
}

/** Write all tables of one snapshot into files of the folder. */
export async function writeTables(
  client: pg.Client,
  folder: string,
  onProgress: (progress: BackupProgress) => void,
): Promise<Snapshot> {
  const existing = await namesOf(client, `select tablename as name from pg_tables where schemaname = 'public'`)
  const tables = backedUp.filter(({ table }) => existing.includes(table))
  const unknownTables = existing.filter(
    (name) =>
      !['schema_migrations', ...formerTables].includes(name) &&
      omittedTables[name] === undefined &&
      !tables.some(({ table }) => table === name),
  )
  if (!existing.includes('schema_migrations')) throw new BackupRefused('There is no shop in this database yet.')
  await client.query('begin isolation level repeatable read read only')
  // Before the first query, which takes the snapshot: a simultaneous migration is seen completely or not at all.
  const locked = ['schema_migrations', ...tables.map(({ table }) => table)].map((name) => pg.escapeIdentifier(name))
  await client.query(`lock table ${locked.join(', ')} in access share mode`)
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select number, name, checksum from schema_migrations order by number',
  )
  const parts: TablePart[] = []
  for (const content of tables) {
    const part = await writeTable(client, folder, content)
    parts.push(part)
    onProgress({
      step: 'tables',
      name: part.table,
      rows: part.rows,
      done: parts.length,
      total: tables.length,
    })
  }
  const pictures = await namesOf(
    client,
    `select image as name from users where image is not null
      union select image from products where image is not null
      union select jsonb_array_elements_text(to_jsonb(products) -> 'more_images') from products -- no column in older shops
      union select image from order_items where image is not null
      ${existing.includes('shop_settings') ? picturesOfSettings : ''} order by 1`,
  )
  const [postgres = ''] = await namesOf(client, `select current_setting('server_version') as name`)
  await client.query('commit')
  return { postgres, migrations, tables: parts, pictures, unknownTables }
}

async function writeTable(
  client: pg.Client,
  folder: string,
  { table, except, replaced }: (typeof backedUp)[number],
): Promise<TablePart> {
  // Generated columns are computed again when the rows are restored.
  const columns = await namesOf(
    client,
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER' order by ordinal_position`,
  )
  const selected = columns.map((name) => (name === replaced?.column ? replaced.by : pg.escapeIdentifier(name)))
  const where = except ? `where not (${except.where})` : ''
  const rows = client.query(
    copyTo(`copy (select ${selected.join(', ')} from ${pg.escapeIdentifier(table)} ${where}) to stdout`),
  )
  const name = tablePart(table)
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const spooled = createWriteStream(spoolFile(folder, table), { flags: 'wx', mode: 0o600 })
  // Level 3 takes a third of the default's processor time, and the files are a little larger.
  await pipeline(rows, createGzip({ level: 3 }), count, spooled)
  return { name, table, columns, rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
}

export const spoolFile = (folder: string, table: string) => path.join(folder, `${table}.gz`)

async function namesOf(client: pg.Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(sql)
  return rows.map(({ name }) => name)
}
