/** What others feel while an attack runs. */
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

export interface Probe {
  /** A function for a path that is another one each time. */
  path: string | (() => string)
  headers?: Record<string, string>
}

export interface Felt {
  requests: number
  /** Milliseconds from the request to the end of the response. */
  p50: number
  p95: number
  p99: number
  max: number
  statuses: Record<string, number>
}

/** Another network than that of the attacks, with connections that stay open. */
const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' })

/** @returns the status, or what ended the connection */
const ask = (url: string, headers: Record<string, string>) =>
  new Promise<number | string>((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    const sent = request(url, { agent, headers, timeout: 60_000 }, (response) => {
      response
        .resume()
        .once('error', failed)
        .once('end', () => resolve(response.statusCode ?? 0))
    })
    sent
      .once('error', failed)
      .once('timeout', () => sent.destroy(new Error('no answer for a minute')))
      .end()
  })

/** Ask for each of these, one after the other without haste, until `over`. */
export async function measure<Name extends string>(
  origin: string,
  probes: Record<Name, Probe>,
  over: Promise<unknown>,
): Promise<Record<Name, Felt>> {
  let ended = false
  const end = () => {
    ended = true
  }
  over.then(end, end)
  const felt = Object.entries<Probe>(probes).map(async ([name, { path, headers = {} }]) => {
    const taken: number[] = []
    const statuses: Record<string, number> = {}
    do {
      const startedAt = performance.now()
      const status = await ask(origin + (typeof path === 'string' ? path : path()), headers)
      taken.push(performance.now() - startedAt)
      statuses[status] = (statuses[status] ?? 0) + 1
      await wait(40)
    } while (!ended)
    taken.sort((a, b) => a - b)
    const at = (share: number) => Math.round(taken[Math.ceil(taken.length * share) - 1] ?? 0)
    return [name, { requests: taken.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), statuses }]
  })
  return Object.fromEntries(await Promise.all(felt)) as Record<Name, Felt>
}

/** How much slower this machine is because of other work. Ask before the attack. */
export const busyness = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** What the process itself has in memory: now, and at most since its start. Undefined when it has ended. */
export async function memoryMb(pid: number): Promise<{ now: number; peak: number } | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const mb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return status.includes('VmHWM') ? { now: mb('VmRSS'), peak: mb('VmHWM') } : undefined
}
