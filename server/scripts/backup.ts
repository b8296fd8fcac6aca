/** Backs the shop up, also while it runs: `npm run backup [FILE]`. Without FILE the archive goes into BACKUP_DIR. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/config.ts'
import { openStore } from '../src/media/stores/open-store.ts'
import { backupFile } from '../src/office/backup/file/backup-files.ts'
import { leftOutLines } from '../src/office/backup/file/tables.ts'
import type { BackupProgress } from '../src/office/backup/file/write-tables.ts'
import { recordBackup, shopId } from '../src/office/backup/last-backup.ts'
import { type Backup, makeBackup } from '../src/office/backup/make-backup.ts'
import { adviceFor } from '../src/start/startup-errors.ts'
import { progressLine } from './command/show-progress.ts'
import { withConnection, withDb } from './command/with-database.ts'

const labels: Record<BackupProgress['step'], string> = {
  tables: 'tables',
  pictures: 'pictures',
  verify: 'checked',
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

const progress = progressLine()
try {
  const { positionals } = parseArgs({ allowPositionals: true })
  const config = readConfig(process.env)
  const { folder } = config.backup
  const now = new Date()
  const began = performance.now()
  const backup = await withConnection(config, async (connection) => {
    const store = await openStore(config)
    await store.check()
    const [named] = positionals
    const file = named === undefined ? backupFile(folder, await withDb(connection, shopId), now) : path.resolve(named)
    const onProgress = ({ step, done, total }: BackupProgress) => progress.show(labels[step], done, total)
    const made = await makeBackup({ connection, store }, { file, onProgress, signal: stop.signal }, now)
    await withDb(connection, (db) => recordBackup(db, made)).catch(() => {
      console.error('The shop does not know of this backup, as its database was not migrated yet.')
    })
    return made
  })
  progress.end()
  report(backup, (performance.now() - began) / 1000)
} catch (error) {
  progress.end()
  console.error(stop.signal.aborted ? 'Stopped: there is no backup.' : (adviceFor(error) ?? error))
  process.exitCode = 1
}

function report({ file, bytes, manifest, missingPictures, unknownTables }: Backup, seconds: number): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const number = (count: number) => count.toLocaleString('en')
  console.log(
    `${file}: ${number(rows)} rows of ${manifest.tables.length} tables and ${number(manifest.pictures.length)} files of pictures, ${(bytes / 1e6).toFixed(1)} MB, written and checked in ${seconds.toFixed(1)} s.`,
  )
  console.log('Not in it, as it would open something or is of no use later:')
  for (const line of leftOutLines) console.log(`  ${line}`)
  console.log('Not in it either: the environment variables (keys, passwords) and the state of the payment sandbox.')
  console.log('It has names, addresses and password hashes of customers: keep it where only you can read it.')
  if (missingPictures.length > 0) console.warn(`Pictures without any file: ${missingPictures.join(', ')}`)
  if (unknownTables.length > 0) console.warn(`Tables that are not the shop's, left out: ${unknownTables.join(', ')}`)
}
