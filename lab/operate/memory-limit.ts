import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { descendants } from '../../server/src/testing/descendants.ts'

export interface MemoryLimit {
  /** A process that writes its id into this file is limited, together with its children. */
  processes: string
  /** The most bytes that they had together, including files in the page cache. */
  peak(): number
  /** The number of processes that the kernel has killed for lack of memory. */
  killed(): number
  /** Call it after they have ended. */
  remove(): void
}

const root = '/sys/fs/cgroup'

/** A cgroup for memory, of version 2 or 1. @returns undefined if none can be made, as in most containers */
export function limitMemory(bytes: number): MemoryLimit | undefined {
  const name = `camilan-test-${process.pid}`
  return versionTwo(path.join(root, name), bytes) ?? versionOne(path.join(root, 'memory', name), bytes)
}

function versionTwo(folder: string, bytes: number): MemoryLimit | undefined {
  return attempt(folder, () => {
    writeFileSync(path.join(root, 'cgroup.subtree_control'), '+memory')
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'memory.max'), String(bytes))
    writeFileSync(path.join(folder, 'memory.swap.max'), '0')
    return limitAt(folder, 'memory.peak', 'memory.events')
  })
}

function versionOne(folder: string, bytes: number): MemoryLimit | undefined {
  return attempt(folder, () => {
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'memory.limit_in_bytes'), String(bytes))
    return limitAt(folder, 'memory.max_usage_in_bytes', 'memory.oom_control')
  })
}

function attempt(folder: string, make: () => MemoryLimit): MemoryLimit | undefined {
  try {
    return make()
  } catch {
    try {
      rmdirSync(folder)
    } catch {} // it was not made
    return undefined
  }
}

function limitAt(folder: string, peakFile: string, eventsFile: string): MemoryLimit {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  const limit: MemoryLimit = {
    processes: path.join(folder, 'cgroup.procs'),
    peak: () => Number(read(peakFile)),
    killed: () => Number(/^oom_kill (\d+)$/m.exec(read(eventsFile))?.[1]),
    remove: () => rmdirSync(folder),
  }
  limit.peak()
  limit.killed()
  return limit
}

/** The memory of a process and its children in bytes. Shared memory counts once (PSS). */
export async function memoryOf(pid: number): Promise<number> {
  const parts = [pid, ...(await descendants(pid))].map(async (one) => {
    const text = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '') // it has just ended
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
  })
  return (await Promise.all(parts)).reduce((sum, bytes) => sum + bytes, 0)
}
