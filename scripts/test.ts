/**
 * Runs the tests: first those without a browser, with a real PostgreSQL, then those in a browser. The last line has the
 * total. `--all` adds the thorough ones (`thorough-tests.ts`), which take as long again.
 *
 * A test that fails runs once more: in a browser alone, else with its file. If it then passes, it counts as passed and is
 * named with its error above the total. Its cause has to be found, because it may be a race of the shop.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

interface Result {
  passed: number
  failed: number
  /** The failed tests, each with the beginning of its error, because the output above the last lines is long. */
  failures: string[]
  /** The tests that passed when they ran again, described likewise. */
  unstable: string[]
}

interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

interface PlaywrightSuite {
  title: string
  specs: {
    title: string
    file: string
    line: number
    tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: { error?: { message?: string } }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
}

const noResult: Result = { passed: 0, failed: 0, failures: [], unstable: [] }
const group = process.argv.includes('--all') ? {} : { WITHOUT_THOROUGH_TESTS: 'on' }
const root = path.resolve(import.meta.dirname, '..')
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name)
const reports = await mkdtemp(path.join(os.tmpdir(), 'camilan-tests-'))

async function run(command: string, args: string[], environment: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...group, ...environment } })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  return code === 0
}

/** The result of a run's report. A run that failed without naming a test counts as one failure. */
async function resultOf<Report>(
  runner: string,
  succeeded: boolean,
  file: string,
  read: (report: Report) => Result,
): Promise<Result> {
  const report = await readFile(file, 'utf8').catch(() => undefined)
  const result = report === undefined ? noResult : read(JSON.parse(report) as Report)
  if (succeeded || result.failed > 0) return result
  return { ...result, failed: 1, failures: [`${runner} failed outside of a test: see its output above`] }
}

function describeFailure(test: string, error = ''): string {
  const lines = stripVTControlCharacters(error).split('\n')
  return [
    test,
    ...lines
      .filter((line) => line.trim() !== '')
      .slice(0, 12)
      .map((line) => `    ${line}`),
  ].join('\n')
}

interface VitestResult extends Result {
  failedFiles: string[]
}

async function runVitest(files: string[]): Promise<VitestResult> {
  const file = path.join(reports, 'vitest.json')
  await rm(file, { force: true })
  const args = ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const succeeded = await run(bin('vitest'), args)
  const failedFiles: string[] = []
  const result = await resultOf('vitest', succeeded, file, ({ numPassedTests, testResults }: VitestReport) => {
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      if (status !== 'failed') return []
      const file = path.relative(root, name)
      failedFiles.push(file)
      const tests = assertionResults.filter((test) => test.status === 'failed')
      // A file can fail without a failed test: on import, or in a hook.
      if (tests.length === 0) return [describeFailure(file, message)]
      return tests.map(({ fullName, failureMessages }) => describeFailure(`${file} › ${fullName}`, failureMessages[0]))
    })
    return { ...noResult, passed: numPassedTests, failed: failures.length, failures }
  })
  return { ...result, failedFiles }
}

async function serverTests(): Promise<Result> {
  const first = await runVitest([])
  if (first.failedFiles.length === 0) return first
  const again = await runVitest(first.failedFiles)
  if (again.failed > 0)
    return { ...first, failures: [...first.failures, ...again.failures.map((test) => `again: ${test}`)] }
  return { ...noResult, passed: first.passed + first.failed, unstable: first.failures }
}

const describeSpecs = (suite: PlaywrightSuite, status: 'unexpected' | 'flaky'): string[] => [
  ...suite.specs.flatMap(({ file, line, title, tests }) => {
    const found = tests.filter((test) => test.status === status)
    const error = found.flatMap(({ results }) => results).find((result) => result.error)?.error
    return found.length > 0 ? [describeFailure(`e2e/${file}:${line} › ${title}`, error?.message)] : []
  }),
  ...(suite.suites ?? []).flatMap((inner) => describeSpecs(inner, status)),
]

async function browserTests(): Promise<Result> {
  const file = path.join(reports, 'playwright.json')
  const args = ['test', '-c', 'e2e/playwright.config.ts', '--retries=1', '--reporter=list,json']
  const succeeded = await run(bin('playwright'), args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return resultOf('playwright', succeeded, file, ({ stats, suites }: PlaywrightReport) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: suites.flatMap((suite) => describeSpecs(suite, 'unexpected')),
    unstable: suites.flatMap((suite) => describeSpecs(suite, 'flaky')),
  }))
}

const hasBrowser = await run(process.execPath, ['e2e/find-chromium.ts', '--install'])
const server = await serverTests()
const browser = hasBrowser
  ? await browserTests()
  : { ...noResult, failed: 1, failures: ['the tests in a browser: no Chromium was found or installed'] }
await rm(reports, { recursive: true })

for (const test of [...server.unstable, ...browser.unstable]) console.log(`passed only when it ran again: ${test}`)
for (const failure of [...server.failures, ...browser.failures]) console.log(`failed: ${failure}`)
const failed = server.failed + browser.failed
console.log(`${server.passed + browser.passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
