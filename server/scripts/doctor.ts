/** Checks the shop's books and prints the result in Indonesian: `npm run doctor`. It changes nothing. */
import { readConfig } from '../src/config.ts'
import { checkBooks } from '../src/reports/check-books.ts'
import { adviceFor } from '../src/startup-errors.ts'
import { reportFindings } from './report-findings.ts'
import { withDatabase } from './with-database.ts'

try {
  const findings = await withDatabase(readConfig(process.env), (db) => checkBooks(db, new Date()))
  reportFindings(findings)
  if (findings.length > 0) process.exitCode = 1
} catch (error) {
  console.error(adviceFor(error) ?? error)
  process.exitCode = 2
}
