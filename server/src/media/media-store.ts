import { randomBytes } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hours } from '../platform/clock.ts'

/** Stores encoded pictures. Names are derived from the content, so a file never changes. */
export interface MediaStore {
  has(name: string): Promise<boolean>
  /** Undefined if there is no file of that name. */
  get(name: string): Promise<Buffer | undefined>
  /** Calling it again for the same name has no effect. */
  put(name: string, bytes: Buffer): Promise<void>
}

/** A file that is still being written is never as old as this. */
const abandonedMs = hours(1)

/**
 * A store in a folder, which is created if missing. Files are written atomically, even if the power fails. What a crash
 * left half-written is removed here.
 */
export async function openMediaStore(folder: string): Promise<MediaStore> {
  await mkdir(folder, { recursive: true })
  await removeAbandoned(folder)
  const fileOf = (name: string) => path.join(folder, name)
  const has = (name: string) =>
    access(fileOf(name)).then(
      () => true,
      () => false,
    )
  return {
    has,
    async get(name) {
      try {
        return await readFile(fileOf(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async put(name, bytes) {
      if (await has(name)) return
      const temporary = fileOf(`.${name}.${randomBytes(6).toString('hex')}`)
      try {
        await writeFile(temporary, bytes, { flush: true })
        await rename(temporary, fileOf(name))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
  }
}

/** Another process on the same folder may be writing now, so only old files are removed. */
async function removeAbandoned(folder: string): Promise<void> {
  const youngest = Date.now() - abandonedMs
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.')) continue
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < youngest) await rm(file, { force: true })
  }
}
