/** Checks the shop's books and prints the result in Indonesian: `npm run doctor`. It changes nothing. */
import { readConfig } from '../src/config.ts'
import { adviceFor } from '../src/start/startup-errors.ts'
import { reportFindings } from './report-findings.ts'
import { checkBooksAt, withMigrated } from './with-database.ts'

try {
  const findings = await withMigrated(readConfig(process.env), checkBooksAt)
  reportFindings(findings)
  if (findings.length > 0) process.exitCode = 1
} catch (error) {
  console.error(adviceFor(error) ?? error)
  process.exitCode = 2
}
