/** The archive of a release, unpacked into a read-only folder and started by a user who owns no part of it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { descendants } from '../../server/src/testing/descendants.ts'
import { relayTo } from '../../server/src/testing/relay.ts'
import { urlOf } from '../../server/src/testing/shop-process.ts'
import { useEmptyDb } from '../../server/src/testing/test-db.ts'
import { cpuMsOf } from '../bench/process-use.ts'
import { limitMemory } from './memory-limit.ts'
import { placeOrder, runToEnd, startShop } from './start-shop.ts'

const database = useEmptyDb()
const maxMemoryMb = 512
const maxFirstPageMs = 5_000
const isRoot = process.getuid?.() === 0
/** A user with a name, `nobody` of Debian, and one without. */
const named = 65_534
const nameless = 54_321

let folder: string
let archive: string
/** The unpacked release. */
let release: string
/** Of a shop that has run, with samples and an order. */
let dataDir: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'release-'))
  chmodSync(folder, 0o755)
  const script = path.resolve(import.meta.dirname, '../../scripts/release.ts')
  const made = path.join(folder, 'made')
  expect(await runToEnd({ command: [process.execPath, script, made] })).toEqual({ code: 0, output: expect.any(String) })
  archive = path.join(made, readdirSync(made).find((name) => name.endsWith('.tar.gz')) ?? '')
  execFileSync('tar', ['-xf', archive, '-C', folder])
  release = path.join(folder, path.basename(archive, '.tar.gz'))
  execFileSync('chmod', ['-R', 'a-w', release])
  dataDir = newDataDir(named)
})
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true })
})

/** A folder for the data of that user. */
function newDataDir(uid: number): string {
  const created = path.join(mkdtempSync(path.join(folder, 'data-')), 'shop')
  mkdirSync(created)
  chmodSync(path.dirname(created), 0o755)
  if (isRoot) chownSync(created, uid, uid)
  return created
}

/** The command of the release, run by that user if the tests run as root, else by the present one. */
function commandOf(uid: number, ...command: string[]): string[] {
  const camilan = [path.join(release, 'camilan'), ...command]
  return isRoot ? ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', ...camilan] : camilan
}

/** The processor time of a process and its children: their time on a machine without other work. */
async function processorMsOf(pid: number): Promise<number> {
  const all = await Promise.all([pid, ...(await descendants(pid))].map(cpuMsOf))
  return all.reduce((sum, ms) => sum + ms, 0)
}

test('the archive has its checksum, and no file that is only needed to build or test', () => {
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex')
  expect(readFileSync(`${archive}.sha256`, 'utf8').trim()).toBe(`${hash}  ${path.basename(archive)}`)
  const modules = readdirSync(path.join(release, 'node_modules'))
  expect(modules).toEqual(expect.arrayContaining(['fastify', 'react', 'sharp']))
  for (const name of ['vite', 'vitest', 'lucide-react', 'tailwindcss', 'playwright-core', 'typescript', '@biomejs'])
    expect(modules).not.toContain(name)
  expect(existsSync(path.join(release, 'e2e/cart.spec.ts'))).toBe(false)
  expect(readFileSync(path.join(release, 'licenses/typefaces'), 'utf8')).toContain('SIL OPEN FONT LICENSE')
})

test(`another user's release shows its first page after 5 s of a processor, and has enough in ${maxMemoryMb} MB`, {
  timeout: 600_000,
}, async () => {
  const limit = limitMemory(maxMemoryMb * 1024 * 1024)
  if (!limit) console.log('the memory is not limited: no cgroup can be made')
  const enter = limit ? ['sh', '-c', 'echo $$ > "$0" && exec "$@"', limit.processes] : []
  const command = [...enter, ...commandOf(named, 'start')]
  const start = (demo: boolean) => startShop({ command, environment: { DATA_DIR: dataDir, DEMO_DATA: String(demo) } })
  const empty = await start(false)
  const emptyMs = await processorMsOf(empty.pid)
  expect(await empty.stop()).toBe(0)

  const shop = await start(true) // which draws 18 pictures from then on
  expect(await placeOrder(shop.origin)).toMatch(/./)
  const html = await (await fetch(`${shop.origin}/products`)).text()
  const [asset = ''] = /\/assets\/[^"]+\.js/.exec(html) ?? []
  expect((await fetch(shop.origin + asset)).status).toBe(200)
  // The pictures of the samples then exist in all sizes, which takes the most memory.
  const pictures = async () =>
    ((await (await fetch(`${shop.origin}/api/products`)).json()) as { data: { image: string | null }[] }).data
  const isDone = async () => (await pictures()).every(({ image }) => image?.includes('-full-'))
  await expect.poll(isDone, { timeout: 200_000, interval: 500 }).toBe(true)
  expect(await shop.stop()).toBe(0)

  const again = await start(true)
  const againMs = await processorMsOf(again.pid)
  expect(await again.stop()).toBe(0)
  console.log(`first page after ${emptyMs} ms of a processor, ${againMs} when started again`)
  expect(limit?.killed() ?? 0).toBe(0)
  limit?.remove()
  expect(Math.max(emptyMs, againMs)).toBeLessThan(maxFirstPageMs)
})

test('nothing was written into the folder of the release', () => {
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release })
  const listed = readFileSync(path.join(release, 'SHA256SUMS'), 'utf8').trim().split('\n').length
  const files = readdirSync(release, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files).toHaveLength(listed + 1)
})

test('the commands of an operator run from the release, and others are named as unknown', async () => {
  const environment = { DATA_DIR: dataDir }
  const file = path.join(dataDir, 'camilan.tar')
  const run = (...command: string[]) => runToEnd({ command: commandOf(named, ...command), environment })
  for (const command of [['doctor'], ['backup', file]]) expect(await run(...command)).toMatchObject({ code: 0 })
  const { code, output } = await run('drill', file)
  expect([code, output]).toEqual([0, expect.stringContaining('The drill succeeded')])
  expect(output).toMatch(/[1-9]\d* orders, Rp [1-9].*[1-9]\d* pictures that it sends/s)
  const unknown = await run('test')
  expect(unknown).toEqual({ code: 2, output: expect.stringMatching(/^Usage: .*start.*drill, .*media:move, .*doctor/) })
})

test.runIf(isRoot)('a user without an entry in /etc/passwd needs DATABASE_URL, and is told so', async () => {
  const command = commandOf(nameless, 'start')
  const environment = { DATA_DIR: newDataDir(nameless) }
  const sentence = /^The embedded PostgreSQL can't be set up by .* ID 54321, .*: add one\. Or set DATABASE_URL.*\n$/
  expect(await runToEnd({ command, environment })).toEqual({ code: 1, output: expect.stringMatching(sentence) })
  const { connection } = await relayTo(database.connection)
  const settings = { DATABASE_URL: urlOf(connection), DEMO_DATA: 'true' }
  const shop = await startShop({ command, environment: { ...environment, ...settings } })
  expect(await placeOrder(shop.origin)).toMatch(/./)
})
