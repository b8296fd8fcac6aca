/** Checks the shop's books, looks for work that failed, and prints both in Indonesian: `npm run doctor`. It changes nothing. */
import { readConfig } from '../src/config.ts'
import { failedWork } from '../src/office/watch/queries.ts'
import { adviceFor } from '../src/start/startup-errors.ts'
import { reportFindings } from './command/report-findings.ts'
import { checkBooksAt, withDb, withMigrated } from './command/with-database.ts'

try {
  const findings = await withMigrated(readConfig(process.env), async (connection) => [
    ...(await checkBooksAt(connection)),
    ...(await withDb(connection, (db) => failedWork(db, new Date()))),
  ])
  reportFindings(findings)
  if (findings.length > 0) process.exitCode = 1
} catch (error) {
  console.error(adviceFor(error) ?? error)
  process.exitCode = 2
}
