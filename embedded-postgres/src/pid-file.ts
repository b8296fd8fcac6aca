import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** What PostgreSQL writes to postmaster.pid: the process id in the first line, its state in the eighth. */
export interface PidFile {
  pid: number
  ready: boolean
}

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
}

/** Whether `pid` is a live postmaster of this cluster: no zombie (empty command line) and no other process that reuses the id. */
export async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.split('\0').includes(cluster)
}
