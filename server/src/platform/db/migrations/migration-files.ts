import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export interface Migration {
  number: number
  name: string
  checksum: string
  sql: string
  /** Code with this many migrations or more works on tables with this migration. Undefined: none does. */
  compatibleSince: number | undefined
}

/** The first line of a file, or `-- incompatible: why`. A file that says neither is incompatible with older code. */
const compatibleLine = /^-- compatible since: (\d{4})$/

export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

/**
 * The files of a folder in order, such as `0071_schema.sql`, `0072_other.sql` … The first has the whole schema as the
 * migrations up to its number had left it.
 * @throws {MigrationRefused} a file name has another form, a number is missing or used twice, or a file claims to be
 *   compatible with itself or a later one
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const first = Number(files[0]?.slice(0, 4))
  return Promise.all(files.map((file, index) => readMigration(folder, file, (first || 1) + index)))
}

async function readMigration(folder: string, file: string, number: number): Promise<Migration> {
  const [, digits, name] = /^(\d{4})_([a-z0-9_-]+)\.sql$/.exec(file) ?? []
  if (!name || Number(digits) !== number) {
    throw new MigrationRefused(`Migration ${file}: expected a file named ${String(number).padStart(4, '0')}_name.sql`)
  }
  const sql = (await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
  const [firstLine = ''] = sql.split('\n')
  const [, since] = compatibleLine.exec(firstLine) ?? []
  if (since !== undefined && Number(since) >= number) {
    throw new MigrationRefused(`Migration ${file}: "compatible since" names a migration before it, not ${since}`)
  }
  return {
    number,
    name,
    checksum: createHash('sha256').update(sql).digest('hex'),
    sql,
    compatibleSince: since === undefined ? undefined : Number(since),
  }
}
