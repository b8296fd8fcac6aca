/** An attack by a program of its own, and what others feel of it meanwhile. */
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
   * `pipelining`: on each connection so many requests at once; no answer is read. `flood`: one request at a time.
   * `bodies`: a request whose body never ends. `slow`: half never finish their headers, half a body, a byte each 200 ms.
   * A connection that was closed is opened again.
   */
  kind: 'pipelining' | 'flood' | 'bodies' | 'slow'
  connections: number
  /** What is asked for, or the body that is begun. */
  what: string
  requests?: number
  /** Taken in turn by the connections. */
  tokens?: string[]
}

/** Resolves when the attack has begun, with a promise of how often each status came. */
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
  /** Of the origin, or a whole URL. A function for one that is another each time. */
  path: string | (() => string)
  headers?: Record<string, string>
  /** Sent by POST, as JSON. */
  body?: object
}

/** Another network than that of the attacks, with connections that stay open. */
const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' })

/** @returns the status, or what ended the connection */
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

/** Ask for each of these, one after the other without haste, until `over`. The times are milliseconds. */
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
