import pg from 'pg'
import type { Config } from '../../src/config.ts'

/** For people, without the password: 'the database toko of db.example.com:5432, as toko (DATABASE_URL)'. */
export function nameOfDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === undefined) return `the embedded database of ${dataDir} (DATA_DIR)`
  const { host, port, user, database } = new pg.Client({ connectionString: databaseUrl })
  return `the database ${database} of ${host}:${port}, as ${user} (DATABASE_URL)`
}
