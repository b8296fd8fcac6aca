/** The archive of a release, unpacked into a read-only folder and started by a user who owns no part of it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { descendants } from '../../server/src/testing/descendants.ts'
import { urlOf } from '../../server/src/testing/shop-process.ts'
import { startSilentProxy } from '../../server/src/testing/silent-proxy.ts'
import { useEmptyDb } from '../../server/src/testing/test-db.ts'
import { limitMemory, memoryOf } from './memory-limit.ts'
import { mustRun, placeOrder, runToEnd, startShop } from './start-shop.ts'

const database = useEmptyDb()
const megabyte = 1024 * 1024
const maxMemoryMb = 512
const maxFirstPageMs = 5_000
const isRoot = process.getuid?.() === 0
/** A user with a name, `nobody` of Debian, and one without. */
const named = 65_534
const nameless = 54_321

let folder: string
let archive: string
let release: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'release-'))
  chmodSync(folder, 0o755)
  const script = path.resolve(import.meta.dirname, '../../scripts/release.ts')
  const output = await mustRun({ command: [process.execPath, script, path.join(folder, 'made')] })
  console.log(output.trim().split('\n').at(-1))
  const [made = ''] = readdirSync(path.join(folder, 'made')).filter((name) => name.endsWith('.tar.gz'))
  archive = path.join(folder, 'made', made)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  release = path.join(folder, path.basename(archive, '.tar.gz'))
  execFileSync('chmod', ['-R', 'a-w', release])
})
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true })
})

function newDataDir(uid: number): string {
  const dataDir = path.join(mkdtempSync(path.join(folder, 'data-')), 'shop')
  mkdirSync(dataDir)
  chmodSync(path.dirname(dataDir), 0o755)
  if (isRoot) chownSync(dataDir, uid, uid)
  return dataDir
}

/** The processor time of a process and its children: their time on a machine without other work. */
async function processorMsOf(pid: number): Promise<number> {
  const read = (one: number) => readFile(`/proc/${one}/stat`, 'utf8').catch(() => '') // it has just ended
  const ticks = (await Promise.all([pid, ...(await descendants(pid))].map(read))).flatMap(
    (stat) => stat.split(') ').at(-1)?.split(' ').slice(11, 15).map(Number) ?? [],
  )
  return ticks.reduce((sum, some) => sum + some, 0) * 10
}

/** The command of the release, run by that user if the tests run as root, else by the present one. */
function commandOf(uid: number, ...command: string[]): string[] {
  const camilan = [path.join(release, 'camilan'), ...command]
  return isRoot ? ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', ...camilan] : camilan
}

test('the archive has its checksum, and no file that is only needed to build or test', () => {
  const [hash = '', name] = readFileSync(`${archive}.sha256`, 'utf8').trim().split('  ')
  expect(name).toBe(path.basename(archive))
  expect(createHash('sha256').update(readFileSync(archive)).digest('hex')).toBe(hash)
  const modules = readdirSync(path.join(release, 'node_modules'))
  expect(modules).toEqual(expect.arrayContaining(['fastify', 'react', 'sharp']))
  const forDevelopers = ['vite', 'vitest', 'lucide-react', 'tailwindcss', 'playwright-core', 'typescript', '@biomejs']
  expect(modules.filter((name) => forDevelopers.includes(name))).toEqual([])
  expect(existsSync(path.join(release, 'e2e/cart.spec.ts'))).toBe(false)
  expect(readFileSync(path.join(release, 'licenses/plus-jakarta-sans'), 'utf8')).toContain('SIL OPEN FONT LICENSE')
})

test(`a release in a read-only folder, run by another user, shows its first page after 5 s of a processor in ${maxMemoryMb} MB`, async () => {
  const limit = limitMemory(maxMemoryMb * megabyte)
  const dataDir = newDataDir(named)
  const enter = limit ? ['sh', '-c', 'echo $$ > "$0" && exec "$@"', limit.processes] : []
  const start = (demo: boolean) =>
    startShop({
      command: [...enter, ...commandOf(named, 'start')],
      environment: { DATA_DIR: dataDir, DEMO_DATA: String(demo) },
    })
  const empty = await start(false)
  const emptyMs = await processorMsOf(empty.pid)
  expect(await empty.stop()).toBe(0)

  const withSamples = await start(true) // which draws 18 pictures before its first page
  let peak = 0
  const sampling = setInterval(async () => {
    const present = await memoryOf(withSamples.pid)
    peak = Math.max(peak, present)
  }, 250)
  onTestFinished(() => clearInterval(sampling))
  expect(await placeOrder(withSamples.origin)).toMatch(/./)
  const html = await (await fetch(`${withSamples.origin}/products`)).text()
  const [asset = ''] = /\/assets\/[^"]+\.js/.exec(html) ?? []
  expect((await fetch(withSamples.origin + asset)).status).toBe(200)
  // The pictures of the samples then exist in all sizes, which takes the most memory.
  const pictures = async () =>
    ((await (await fetch(`${withSamples.origin}/api/products`)).json()) as { data: { image: string }[] }).data
  const isDone = async () => (await pictures()).every(({ image }) => image.includes('-full-'))
  await expect.poll(isDone, { timeout: 200_000, interval: 500 }).toBe(true)
  expect(await withSamples.stop()).toBe(0)

  const again = await start(true)
  const againMs = await processorMsOf(again.pid)
  expect(await placeOrder(again.origin)).toMatch(/./)
  expect(await again.stop()).toBe(0)

  const inGroup = limit ? `${Math.round(limit.peak() / megabyte)} MB of a cgroup` : 'no cgroup'
  console.log(
    `first page after ${Math.round(empty.firstPageMs)} ms on an empty folder (${emptyMs} of a processor), ${Math.round(again.firstPageMs)} (${againMs}) when started again; peak ${Math.round(peak / megabyte)} MB (PSS), with the page cache ${inGroup}`,
  )
  expect(limit?.killed() ?? 0).toBe(0)
  limit?.remove()
  expect(peak / megabyte).toBeLessThan(maxMemoryMb)
  expect(emptyMs).toBeLessThan(maxFirstPageMs)
  expect(againMs).toBeLessThan(maxFirstPageMs)
})

test('nothing was written into the folder of the release', () => {
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release })
  const listed = readFileSync(path.join(release, 'SHA256SUMS'), 'utf8').trim().split('\n').length
  const files = readdirSync(release, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files).toHaveLength(listed + 1)
})

test('the commands of an operator run from the release, and others are named as unknown', async () => {
  const environment = { DATA_DIR: newDataDir(named) }
  const doctor = await runToEnd({ command: commandOf(named, 'doctor'), environment })
  expect(doctor).toMatchObject({ code: 0 })
  const file = path.join(environment.DATA_DIR, 'camilan.tar')
  for (const command of [
    ['backup', file],
    ['drill', file],
  ])
    expect(await runToEnd({ command: commandOf(named, ...command), environment })).toMatchObject({ code: 0 })
  const unknown = await runToEnd({ command: commandOf(named, 'test'), environment })
  expect(unknown).toEqual({ code: 2, output: expect.stringMatching(/^Usage: .*start.*drill, .*media:move, .*doctor/) })
})

test('without DATA_DIR one sentence says that it is needed', async () => {
  expect(await runToEnd({ command: commandOf(named, 'start') })).toEqual({
    code: 1,
    output: `This user can't make the folder ${path.join(release, 'data')}: set DATA_DIR to a folder of its own.\n`,
  })
})

test.runIf(isRoot)('a user without an entry in /etc/passwd runs a release with DATABASE_URL', async () => {
  const { connection } = await startSilentProxy(database.connection)
  const environment = { DATA_DIR: newDataDir(nameless), DATABASE_URL: urlOf(connection), DEMO_DATA: 'true' }
  const shop = await startShop({ command: commandOf(nameless, 'start'), environment })
  onTestFinished(async () => void (await shop.stop()))
  expect(await placeOrder(shop.origin)).toMatch(/./)
})

test.runIf(isRoot)('one sentence tells that user what is missing without DATABASE_URL', async () => {
  const environment = { DATA_DIR: newDataDir(nameless) }
  const ended = await runToEnd({ command: commandOf(nameless, 'start'), environment })
  const sentence = /^The embedded PostgreSQL can't be set up by .* ID 54321, .*: add one\. Or set DATABASE_URL.*\n$/
  expect(ended).toEqual({ code: 1, output: expect.stringMatching(sentence) })
})
