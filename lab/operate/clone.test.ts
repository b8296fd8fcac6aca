/** The first commands on a clean clone. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustRun, runToEnd, startShop } from './start-shop.ts'

const root = path.resolve(import.meta.dirname, '../..')
let folder: string
let clone: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clone-'))
  clone = path.join(folder, 'camilan')
  execFileSync('git', ['clone', '--quiet', root, clone])
  await npm('ci', '--prefer-offline', '--loglevel=error')
})
afterAll(() => rmSync(folder, { recursive: true }))

const npm = (...args: string[]) => mustRun({ command: ['npm', ...args], cwd: clone })
const start = (name: string) =>
  startShop({ command: ['npm', 'start'], cwd: clone, environment: { DATA_DIR: path.join(folder, name) } })

test('two shops that start at the same time on a clean clone build its pages once, and both show them', async () => {
  const shops = await Promise.all(['first', 'second'].map(start))
  const builds = shops.map(
    ({ output }) =>
      output()
        .split('\n')
        .filter((line) => line === 'Building the pages').length,
  )
  expect(builds.sort()).toEqual([0, 1])
  for (const { stop } of shops) await stop()
})

test('npm run build makes the pages that npm start uses', async () => {
  rmSync(path.join(clone, 'web/build'), { recursive: true })
  expect(await npm('run', 'build')).toMatch(/The pages are built/)
  const shop = await start('third')
  expect(shop.output()).not.toContain('Building the pages')
  await shop.stop()
})

test('a production install starts with that build; without it, one sentence says what to do', async () => {
  await npm('ci', '--omit=dev', '--prefer-offline', '--loglevel=error')
  const size = execFileSync('du', ['-sm', path.join(clone, 'node_modules')], { encoding: 'utf8' })
  console.log(`installed for production: ${Number.parseInt(size, 10)} MB`)
  const shop = await start('fourth')
  await shop.stop()
  rmSync(path.join(clone, 'web/build'), { recursive: true })
  const { code, output } = await runToEnd({ command: ['npm', '--silent', 'start'], cwd: clone })
  expect({
    code,
    lines: output
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('npm warn')),
  }).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^The pages of these sources are not built, .*: run npm ci --include=dev, /)],
  })
})
