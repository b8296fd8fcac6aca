import { randomBytes } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Where encoded pictures are kept. A name says what is in it, so a file is written once and never changes. */
export interface MediaStore {
  has(name: string): Promise<boolean>
  /** Undefined: there is none of that name. */
  get(name: string): Promise<Buffer | undefined>
  /** Keeps the first bytes given for a name; a second call changes nothing. */
  put(name: string, bytes: Buffer): Promise<void>
}

/** A store in a folder, made when it is missing. A reader meets a whole file or none, also after a power cut. */
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
      const unfinished = fileOf(`.${name}.${randomBytes(6).toString('hex')}`)
      await writeFile(unfinished, bytes, { flush: true })
      await rename(unfinished, fileOf(name))
    },
  }
}
