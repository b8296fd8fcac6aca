import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { minutes } from '../platform/clock.ts'

/** A file that is still being written is not this old. Another process may be writing to the same folder. */
const abandonedAfterMs = minutes(10)

/**
 * Delete the temporary files in `folder` that a crash has left: those whose name begins with `prefix` and that nobody has
 * written to for ten minutes. The age is measured by the clock of the computer, as the file system does.
 */
export async function deleteAbandoned(folder: string, prefix = ''): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY })) // deleted meanwhile
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(file, { force: true })
  }
}
