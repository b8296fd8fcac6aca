/** An attack by a program of its own, and its effect on other clients. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface Attack {
  origin: string
  seconds: number
  /**
   * `pipelining`: this many requests at once on each connection; no answer is read. `flood`: one request at a time.
   * `bodies`: a request whose body never ends. `slow`: half never finish their headers, half a body, a byte each 200 ms. A
   * closed connection is opened again.
   */
  kind: 'pipelining' | 'flood' | 'bodies' | 'slow'
  connections: number
  /** The requested path, or the body that is begun. */
  what: string
  requests?: number
  /** The connections take them in turn. */
  tokens?: string[]
}

/** Resolves when the attack has begun, with a promise of the number of each status. */
export async function startAttack(attack: Attack): Promise<{ answers: Promise<Record<string, number>> }> {
  const program = path.join(import.meta.dirname, 'attacker.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(attack)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const began = Promise.withResolvers<void>()
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    if (output.includes('ready')) began.resolve()
  })
  const answers = once(child, 'close').then(([code]) => {
    process.off('exit', kill)
    if (code !== 0) throw new Error(`the attacker ended with ${code}`)
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, number>
  })
  answers.catch(began.reject)
  await began.promise
  return { answers }
}

export interface Probe {
  /** A path of the origin, or a whole URL. A function if it differs each time. */
  path: string | (() => string)
  headers?: Record<string, string>
  /** Sent by POST, as JSON. */
  body?: object
}

/** Another network than that of the attacks, with connections that stay open. */
const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' })

/** @returns the status, or the reason why the connection ended */
const ask = (url: URL, { headers, body }: Probe) =>
  new Promise<number | string>((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    const json = body && { 'content-type': 'application/json' }
    const options = { agent, method: body ? 'POST' : 'GET', headers: { ...headers, ...json }, timeout: 60_000 }
    const sent = request(url, options, (response) =>
      response
        .resume()
        .once('error', failed)
        .once('end', () => resolve(response.statusCode ?? 0)),
    )
    sent
      .once('error', failed)
      .once('timeout', () => sent.destroy(new Error('no answer for a minute')))
      .end(body && JSON.stringify(body))
  })

/** Request each of these, one after the other with pauses, until `over`. The times are milliseconds. */
export async function measure(origin: string, probes: Record<string, Probe>, over: Promise<unknown>) {
  let ended = false
  const end = () => {
    ended = true
  }
  over.then(end, end)
  const felt = Object.entries(probes).map(async ([name, probe]) => {
    const taken: number[] = []
    const statuses = new Set<number | string>()
    do {
      const startedAt = performance.now()
      statuses.add(await ask(new URL(typeof probe.path === 'string' ? probe.path : probe.path(), origin), probe))
      taken.push(performance.now() - startedAt)
      await wait(40)
    } while (!ended)
    taken.sort((a, b) => a - b)
    const at = (share: number) => Math.round(taken[Math.ceil(taken.length * share) - 1] ?? 0)
    return [name, { requests: taken.length, p50: at(0.5), p95: at(0.95), max: at(1), statuses: [...statuses] }] as const
  })
  return Object.fromEntries(await Promise.all(felt))
}

/** The memory of the process: now, and the most since its start. Undefined if it has ended. */
export async function memoryMb(pid: number): Promise<{ now: number; peak: number } | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const mb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return status.includes('VmHWM') ? { now: mb('VmRSS'), peak: mb('VmHWM') } : undefined
}
