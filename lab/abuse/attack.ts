/** An attack by a program of its own, and its effect on other clients. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { spread } from '../bench/load.ts'

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
  const child = fork(path.join(import.meta.dirname, 'attacker.ts'), [JSON.stringify(attack)], { execArgv: [] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the attacker ended with ${code}`)
  })
  const told = () => Promise.race([once(child, 'message'), ended])
  await told()
  return { answers: told().then(([counts]) => counts) }
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
  over.finally(() => (ended = true)).catch(() => {})
  const felt = Object.entries(probes).map(async ([name, probe]) => {
    const taken: number[] = []
    const statuses = new Set<number | string>()
    do {
      const startedAt = performance.now()
      statuses.add(await ask(new URL(typeof probe.path === 'string' ? probe.path : probe.path(), origin), probe))
      taken.push(performance.now() - startedAt)
      await wait(40)
    } while (!ended)
    return [name, { requests: taken.length, ...spread(taken), statuses: [...statuses] }] as const
  })
  return Object.fromEntries(await Promise.all(felt))
}
