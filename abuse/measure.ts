/** What others feel while an attack runs. */
import { execFile } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

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
      const response = await fetch(origin + (typeof path === 'string' ? path : path()), { headers })
      await response.arrayBuffer()
      taken.push(performance.now() - startedAt)
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      await wait(40)
    } while (!ended)
    taken.sort((a, b) => a - b)
    const at = (share: number) => Math.round(taken[Math.ceil(taken.length * share) - 1] ?? 0)
    return [name, { requests: taken.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), statuses }]
  })
  return Object.fromEntries(await Promise.all(felt)) as Record<Name, Felt>
}

/** The p95 that others may feel: 200 ms, more on a machine that is busy with other work. Ask before the attack. */
export const acceptedMs = () => 200 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** What the process itself has in memory now. */
export async function memoryMb(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Math.round(Number(stdout) / 1024)
}
