import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export type Attack = { origin: string; seconds: number } & (
  | { kind: 'page flood' | 'login flood' | 'slow senders'; parallel: number }
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
