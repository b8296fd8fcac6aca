import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { minutes } from '../../platform/clock.ts'

/** A file that is still being written is never this old. Another process may write to the same folder. */
const abandonedAfterMs = minutes(10)

/**
 * Delete the temporary files that a crash has left in `folder`: their names begin with `prefix`, and they have not changed
 * for ten minutes. The age is measured by the clock of the computer, as in the file system.
 */
export async function deleteAbandoned(folder: string, prefix = ''): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY })) // deleted meanwhile
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(file, { force: true })
  }
}
