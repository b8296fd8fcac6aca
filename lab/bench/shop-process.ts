/** The real server as a separate process that can be killed and started again. Linux only. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { descendants } from '../../server/src/testing/descendants.ts'
import type { Told } from './inside-shop.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { start } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')).scripts as { start: string }
const searchPath = `${path.join(root, 'node_modules/.bin')}:${process.env.PATH}`
const startTimeoutMs = 120_000 // the first start may build the web

export type Victims = 'server alone' | 'server and PostgreSQL'

/** A shop on a free port. `environment` configures it. It ends with this process. */
export async function shopProcess(environment: Record<string, string>) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let server: ChildProcess | undefined
  process.on('exit', () => server?.kill('SIGKILL'))

  return {
    origin,

    /** The server's process id; undefined before the first start. */
    get pid() {
      return server?.pid
    },

    /** @returns the milliseconds until it is ready */
    async start(): Promise<number> {
      const startedAt = performance.now()
      // The command of `npm start`, whose process becomes the server.
      const child = spawn('/bin/sh', ['-c', start], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        serialization: 'advanced', // keeps the dates and bytes of recorded statements
        env: { ...process.env, PATH: searchPath, HOST: '127.0.0.1', PORT: String(port), ...environment },
      })
      server = child
      while (performance.now() - startedAt < startTimeoutMs) {
        if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
        const ready = await fetch(`${origin}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        )
        if (ready) return performance.now() - startedAt
        await wait(20)
      }
      throw new Error('the server does not become ready')
    },

    /** @returns the number of killed processes */
    async kill(victims: Victims): Promise<number> {
      if (server?.pid === undefined) throw new Error('there is no server')
      const children = victims === 'server alone' ? [] : await descendants(server.pid)
      const gone = once(server, 'exit')
      for (const pid of [...children, server.pid]) process.kill(pid, 'SIGKILL')
      await gone
      return children.length + 1
    },

    /** Processor time so far, in steps of 10 ms: of the server itself, and of its PostgreSQL processes. */
    async cpuMs(): Promise<{ server: number; postgres: number }> {
      if (server?.pid === undefined) throw new Error('there is no server')
      const children = await Promise.all((await descendants(server.pid)).map(cpuMsOf))
      return { server: await cpuMsOf(server.pid), postgres: children.reduce((sum, ms) => sum + ms, 0) }
    },

    /** Request the counts and records of the server, with `insideShop` in its environment. */
    async ask<Question extends keyof Told>(question: Question): Promise<Told[Question]> {
      if (!server) throw new Error('there is no server')
      const answered = once(server, 'message')
      server.send(question)
      const [answer] = (await answered) as [Told[Question]]
      return answer
    },

    /** The server's own memory. `peak` is counted from the start or the last `resetPeak`. */
    async memoryMb(): Promise<{ now: number; peak: number }> {
      const status = await readFile(`/proc/${server?.pid}/status`, 'utf8')
      const mb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
      return { now: mb('VmRSS'), peak: mb('VmHWM') }
    },

    async resetPeak(): Promise<void> {
      await writeFile(`/proc/${server?.pid}/clear_refs`, '5')
    },

    async stop(): Promise<void> {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

export const insideShop = {
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'inside-shop.ts')}`,
}

const ticksPerSecond = 100 // USER_HZ, the same on every Linux

/** With the time of its children that have ended. */
export async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return ticks.reduce((sum, tick) => sum + Number(tick), 0) * (1_000 / ticksPerSecond)
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
