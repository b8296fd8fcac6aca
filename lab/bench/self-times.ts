/** Where a process spent its time, from a profile of V8: by the library or folder whose code ran, and by function. */
import type { Profiler } from 'node:inspector'

export interface SelfTimes {
  groups: Share[]
  functions: Share[]
}

interface Share {
  name: string
  /** Of the time in which the process was not idle, in percent. */
  percent: number
}

export function selfTimes({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): SelfTimes {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const groups = new Map<string, number>()
  const functions = new Map<string, number>()
  let busy = 0
  const add = (to: Map<string, number>, name: string, time: number) => to.set(name, (to.get(name) ?? 0) + time)
  for (const [index, id] of samples.entries()) {
    const frame = byId.get(id)
    const time = timeDeltas[index] ?? 0
    if (!frame || frame.functionName === '(idle)' || frame.url === 'node:inspector') continue
    busy += time
    const group = groupOf(frame)
    add(groups, group, time)
    add(functions, `${group}: ${frame.functionName || 'anonymous'} (line ${frame.lineNumber + 1})`, time)
  }
  const shares = (times: Map<string, number>) =>
    [...times]
      .map(([name, time]) => ({ name, percent: Math.round((time / busy) * 1_000) / 10 }))
      .sort((a, b) => b.percent - a.percent)
  return { groups: shares(groups), functions: shares(functions).slice(0, 40) }
}

function groupOf({ url, functionName }: Profiler.Profile['nodes'][number]['callFrame']): string {
  if (functionName === '(program)') return 'other native code'
  if (functionName === '(garbage collector)') return 'garbage collector'
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(url)?.[1]
  if (library) return library
  const ours = /(?:server\/src|contract\/src|web\/build\/server)(?:\/\w[\w-]*(?=\/))?/.exec(url)?.[0]
  if (ours) return ours
  return url.startsWith('node:') ? url : url === '' ? 'native functions' : url
}
