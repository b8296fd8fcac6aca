import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'

/** The content of postmaster.pid: the process id in the first line, its state in the eighth. */
export interface PidFile {
  pid: number
  ready: boolean
}

const fileOf = (cluster: string) => path.join(cluster, 'postmaster.pid')

/** Undefined if there is none, or it has no process id. */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(fileOf(cluster), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = /^\d{1,10}$/.test(lines[0] ?? '') ? Number(lines[0]) : 0
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
}

/**
 * Remove a pid file without a process, which a power cut or a full disk leaves, because PostgreSQL refuses to start with
 * it. Call it only while holding the folder's lock. A server that still runs is noticed by its shared memory.
 * @returns whether there was one
 */
export async function removeDamagedPidFile(cluster: string): Promise<boolean> {
  try {
    await readFile(fileOf(cluster))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  if (await readPidFile(cluster)) return false
  await rm(fileOf(cluster))
  return true
}

/** Whether `pid` is a live postmaster of this cluster: no zombie (empty command line) and no other process that reuses the id. */
export async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.split('\0').includes(cluster)
}
