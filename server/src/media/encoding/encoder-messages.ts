/** The messages of the processes that decode pictures. */
import type { ImageProblem } from './encode-image.ts'

export interface UsageMessage {
  kind: 'usage'
  cpuMs: number
  memoryBytes: number
}

export interface UnusableMessage {
  kind: 'unusable'
  problem: ImageProblem
}

type Message = { kind: string }
export const isUsage = (message: Message): message is UsageMessage => message.kind === 'usage'
export const isUnusable = (message: Message): message is UnusableMessage => message.kind === 'unusable'

const reportMs = 50

/** Report the CPU time and memory of this process to the parent regularly, and end with the parent. */
export function reportUsage(): void {
  // The channel closes whenever the parent ends. Only SIGKILL ends a process whose threads are decoding.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    send<UsageMessage>({ kind: 'usage', cpuMs: (user + system) / 1000, memoryBytes: process.memoryUsage.rss() })
  }, reportMs)
}

export function send<T extends Message>(message: T): void {
  if (process.connected) process.send?.(message)
}
