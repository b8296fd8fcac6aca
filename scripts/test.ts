/** Runs all tests: first those without a browser, with a real PostgreSQL, then those in a browser. The last line has the total. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

interface Count {
  passed: number
  failed: number
}

const root = path.resolve(import.meta.dirname, '..')
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name)
const reports = await mkdtemp(path.join(os.tmpdir(), 'camilan-tests-'))

async function run(command: string, args: string[], environment: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  return code === 0
}

/** The counts of a run's report; a run that failed without a report counts as one failure. */
async function counted(succeeded: boolean, file: string, count: (report: never) => Count): Promise<Count> {
  const report = await readFile(file, 'utf8').catch(() => undefined)
  const { passed, failed } = report === undefined ? { passed: 0, failed: 0 } : count(JSON.parse(report) as never)
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) }
}

async function serverTests(): Promise<Count> {
  const file = path.join(reports, 'vitest.json')
  const succeeded = await run(bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  return counted(succeeded, file, (report: { numPassedTests: number; numFailedTests: number }) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }))
}

async function browserTests(): Promise<Count> {
  const file = path.join(reports, 'playwright.json')
  const succeeded = await run(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  return counted(succeeded, file, ({ stats }: { stats: { expected: number; unexpected: number } }) => ({
    passed: stats.expected,
    failed: stats.unexpected,
  }))
}

const hasBrowser = await run(process.execPath, ['e2e/find-chromium.ts', '--install'])
const server = await serverTests()
const browser = hasBrowser ? await browserTests() : { passed: 0, failed: 1 }
await rm(reports, { recursive: true })

const failed = server.failed + browser.failed
console.log(`${server.passed + browser.passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
