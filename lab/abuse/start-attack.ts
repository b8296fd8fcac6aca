import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const word = () => Math.random().toString(36).slice(2)

/** What is asked for. Words are other ones each time. */
export const addresses = {
  'one list': () => '/products',
  searches: () => `/api/products?query=${word()}`,
  suggestions: () => `/api/products/suggestions?query=${word()}`,
}

export type Attack = { origin: string; seconds: number } & (
  | { kind: 'page flood' | 'login flood' | 'slow senders'; parallel: number }
  /** On each connection so many requests at once; no answer is read. A connection that was closed is opened again. */
  | { kind: 'pipelining'; connections: number; requests: number; what: keyof typeof addresses }
  /** One request at a time on each connection. */
  | { kind: 'flood'; connections: number; what: keyof typeof addresses }
  /** A request on each connection whose body never ends. One that was closed is opened again. */
  | { kind: 'bodies'; connections: number; what: 'compressed' | 'large' | 'in chunks of a byte' }
  /** One upload at a time for each customer. */
  | { kind: 'uploads'; tokens: string[] }
)

export interface RunningAttack {
  /** Resolves at the end of the attack: how often each status came. */
  answers: Promise<Record<string, number>>
}

/** Attack from a process of its own; resolves when the attack has begun. */
export async function startAttack(attack: Attack): Promise<RunningAttack> {
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
