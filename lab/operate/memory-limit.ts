import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = '/sys/fs/cgroup'
const isVersion2 = existsSync(path.join(root, 'cgroup.controllers'))
const folder = path.join(root, isVersion2 ? '' : 'memory', `camilan-test-${process.pid}`)
const maximum = isVersion2 ? 'memory.max' : 'memory.limit_in_bytes'
const events = isVersion2 ? 'memory.events' : 'memory.oom_control'

/** A cgroup for memory. @returns undefined if none can be made, as in most containers */
export function limitMemory(bytes: number) {
  try {
    if (isVersion2) writeFileSync(path.join(root, 'cgroup.subtree_control'), '+memory')
    mkdirSync(folder)
    writeFileSync(path.join(folder, maximum), String(bytes))
    if (isVersion2) writeFileSync(path.join(folder, 'memory.swap.max'), '0')
  } catch {
    if (existsSync(folder)) rmdirSync(folder)
    return undefined
  }
  return {
    /** A process that writes its id into this file is limited, together with its children. */
    processes: path.join(folder, 'cgroup.procs'),
    /** The number of processes that the kernel has killed for lack of memory. */
    killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(path.join(folder, events), 'utf8'))?.[1]),
    /** Call it after they have ended. */
    remove: () => rmdirSync(folder),
  }
}
