/** Fills an empty shop from a backup: `npm run restore FILE`. The shop is quiet until `npm run restore -- --go-live`. */
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../src/config.ts'
import { openStore } from '../src/media/stores/open-store.ts'
import { BackupRefused } from '../src/office/backup/errors.ts'
import { verifyArchive } from '../src/office/backup/file/archive.ts'
import { endQuiet, uncomparedSpan } from '../src/office/backup/quiet.ts'
import { restoreBackup } from '../src/office/backup/restore-backup.ts'
import { commandLine } from '../src/platform/command-line.ts'
import { adviceFor } from '../src/start/startup-errors.ts'
import { reportFindings } from './command/report-findings.ts'
import { progressLine } from './command/show-progress.ts'
import { checkBooksAt, withDatabase, withStoppedShop } from './command/with-database.ts'

const usage = `Usage: ${commandLine('restore', 'FILE')}, and when the restored shop shall be used: ${commandLine('restore', '--go-live')}`

const progress = progressLine()
try {
  const { values, positionals } = parseArgs({
    options: { 'go-live': { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [file, ...more] = positionals
  const config = readConfig(process.env)
  if (values['go-live'] && file === undefined) await goLive(config, { isSure: values.yes })
  else if (file !== undefined && more.length === 0 && !values['go-live']) await restore(config, path.resolve(file))
  else throw new BackupRefused(usage)
} catch (error) {
  progress.end()
  console.error(adviceFor(error) ?? error)
  process.exitCode = 1
}

async function restore(config: Config, file: string): Promise<void> {
  const began = performance.now()
  console.log(`Checking ${file}`)
  const manifest = await verifyArchive(file)
  console.log(
    `A backup of ${manifest.made_at}, by release ${manifest.app}${manifest.commit === undefined ? '' : ` (${manifest.commit})`} on PostgreSQL ${manifest.postgres}, undamaged.`,
  )
  const findings = await withStoppedShop(config, async (connection) => {
    const store = await openStore(config)
    await store.check()
    const onProgress = ({ done, total }: { done: number; total: number }) => progress.show('restored', done, total)
    await restoreBackup({ connection, store }, { file, manifest, onProgress }, new Date())
    return checkBooksAt(connection)
  })
  progress.end()
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Restored ${rows.toLocaleString('en')} rows and ${manifest.pictures.length.toLocaleString('en')} files of pictures in ${((performance.now() - began) / 1000).toFixed(1)} s.`,
  )
  reportFindings(findings)
  console.log('The shop is quiet: no jobs, no mail, no calls of the payment gateway, and no orders are taken.')
  console.log(`Start it and look at it. When it is the one that people use: ${commandLine('restore', '--go-live')}`)
}

/** Asks once more while nobody has compared the gateway's payments of the missing time with the shop. */
async function goLive(config: Config, { isSure }: { isSure: boolean }): Promise<void> {
  const missing = await withDatabase(config, uncomparedSpan)
  if (missing && !isSure) {
    console.log(
      `Orders and payments from ${missing.from.toISOString()} to ${missing.until.toISOString()} may be missing here, and nobody has`,
    )
    console.log('compared them with Midtrans yet: an administrator does that under Cocok dengan Midtrans.')
    if (!(await saysYes('Go live without it? Type yes: '))) {
      throw new BackupRefused(
        `The shop stays quiet. Without the question: ${commandLine('restore', '--go-live', '--yes')}`,
      )
    }
  }
  const wasQuiet = await withDatabase(config, (db) => endQuiet(db, new Date()))
  console.log(wasQuiet ? 'The shop is live.' : 'The shop was live already.')
}

/** @returns false also if nobody can answer */
async function saysYes(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = Promise.withResolvers<string>()
  terminal.once('close', () => answer.resolve(''))
  void terminal.question(question).then(answer.resolve, answer.reject)
  try {
    return ['yes', 'y', 'ya'].includes((await answer.promise).trim().toLowerCase())
  } finally {
    terminal.close()
  }
}
