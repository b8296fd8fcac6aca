import { randomBytes } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Stores encoded pictures. Names are derived from the content, so a file never changes. */
export interface MediaStore {
  has(name: string): Promise<boolean>
  /** Undefined if there is no file of that name. */
  get(name: string): Promise<Buffer | undefined>
  /** Calling it again for the same name has no effect. */
  put(name: string, bytes: Buffer): Promise<void>
}

/** A store in a folder, which is created if missing. Files are written atomically, even if the power fails. */
export async function openMediaStore(folder: string): Promise<MediaStore> {
  await mkdir(folder, { recursive: true })
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
      await writeFile(temporary, bytes, { flush: true })
      await rename(temporary, fileOf(name))
    },
  }
}
