/** The processor time and the memory of processes. Linux only. */
import { readFile } from 'node:fs/promises'

const ticksPerSecond = 100 // USER_HZ, the same on every Linux

/** The processor time so far in steps of 10 ms, with that of the children that have ended. */
export async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ticks.slice(11, 15).reduce((sum, tick) => sum + Number(tick), 0) * (1_000 / ticksPerSecond)
}

/**
 * The memory of the process: now, and the most since its start or since '5' was written into its `clear_refs`. Undefined if
 * it has ended.
 */
export async function memoryMb(pid: number): Promise<{ now: number; peak: number } | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const mb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return status.includes('VmHWM') ? { now: mb('VmRSS'), peak: mb('VmHWM') } : undefined
}
