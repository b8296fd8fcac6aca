/** A process manager that signals only npm ends the whole shop. Linux only, because processes are read from /proc. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { descendants } from '../server/src/testing/descendants.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { programEnvironment } from '../server/src/testing/shop-process.ts'

const root = path.resolve(import.meta.dirname, '..')
/** The first start may build the pages. */
const timeoutMs = 240_000

async function startScript(script: string, readyText: string): Promise<{ npm: ChildProcess; dataDir: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'camilan-signals-'))
  const npm = spawn('npm', ['run', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...programEnvironment(), DATA_DIR: dataDir, DEMO_DATA: 'off', PORT: String(await freePort()) },
  })
  onTestFinished(async () => {
    if (npm.exitCode === null) for (const pid of [...(await descendantsOf(npm)), npm.pid]) kill(pid)
    await rm(dataDir, { recursive: true })
  })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
      if (output.includes(readyText)) resolve()
    }
    npm.stdout.on('data', read)
    npm.stderr.on('data', read)
    npm.once('exit', () => reject(new Error(`npm run ${script} ended:\n${output}`)))
  })
  return { npm, dataDir }
}

const descendantsOf = async ({ pid }: ChildProcess) => (pid === undefined ? [] : descendants(pid))

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !stat.includes(') Z ')
}

test.each([
  { script: 'start', readyText: 'is open at', hasPostgres: true },
  { script: 'dev', readyText: 'is open at', hasPostgres: true },
  { script: 'sandbox', readyText: 'Payment sandbox:', hasPostgres: false },
])('SIGTERM to npm run $script ends all its processes in order', { timeout: timeoutMs }, async (started) => {
  const { npm, dataDir } = await startScript(started.script, started.readyText)
  const pids = await descendantsOf(npm)
  const pidFile = path.join(dataDir, 'postgres/postmaster.pid')
  expect(await readFile(pidFile, 'utf8').catch(() => undefined)).toEqual(
    started.hasPostgres ? expect.any(String) : undefined,
  )
  const exited = once(npm, 'exit')
  npm.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  const alive = await Promise.all(pids.map(isAlive))
  expect(pids.filter((_pid, index) => alive[index])).toEqual([])
  await expect(readFile(pidFile)).rejects.toThrow('ENOENT') // PostgreSQL shut down in order
})
