import { readdir, readFile } from 'node:fs/promises'

/** The descendants of a process, its children first. Linux only. */
export async function descendants(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    const parent = /\) \w (\d+) /.exec(stat)?.[1]
    if (parent) parents.set(Number(name), Number(parent))
  }
  const found: number[] = []
  for (let level = [pid]; level.length > 0; ) {
    level = [...parents].filter(([, parent]) => level.includes(parent)).map(([child]) => child)
    found.push(...level)
  }
  return found
}
