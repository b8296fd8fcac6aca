import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The ids of the processes that decode pictures for this one, or of all of them. */
export async function encoderProcesses(parent?: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  return rows
    .filter(
      ([, ppid, , program]) => program?.endsWith('/encoder-process.ts') && Number(ppid) === (parent ?? Number(ppid)),
    )
    .map(([pid]) => Number(pid))
}
