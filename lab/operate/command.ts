import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'

/** Run a command of the operator, as `npm run` does. */
export async function run(
  script: 'backup' | 'restore' | 'drill' | 'doctor',
  args: string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { PATH = '', HOME = '' } = process.env // not DATABASE_URL or keys of the caller
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, `../../server/scripts/${script}.ts`), ...args],
    {
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, output: out + err }
}
