import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deleteAbandoned } from './delete-abandoned.ts'

export interface StoredFile {
  content: Buffer
  storedAt: Date | undefined
}

/** Stores encoded pictures. Names are derived from the content, so a file never changes. */
export interface MediaStore {
  has(name: string): Promise<boolean>
  /** The file, and when it was stored if the store knows it. Undefined if there is no file of that name. */
  read(name: string): Promise<StoredFile | undefined>
  /** Its content alone. */
  get(name: string): Promise<Buffer | undefined>
  /** A second call for the same name has no effect. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** A second call has no effect. */
  remove(name: string): Promise<void>
  /** The names of all files. */
  list(): Promise<string[]>
  /** The number of answered and of abandoned requests to another machine. */
  requests?: Readonly<{ ok: number; unavailable: number }>
  /**
   * Ask once whether the store can be used.
   * @throws {TemporaryFailure} it is away @throws {StoreRefused} it will never answer with these settings
   */
  check(): Promise<void>
}

/** The names of files that are not complete yet begin with this. */
const temporaryPrefix = '.'

/**
 * A store in a folder, which is created if missing. Files are written atomically, even if the power fails. Half-written
 * files that a crash has left are deleted.
 */
export async function openMediaStore(folder: string): Promise<MediaStore> {
  await mkdir(folder, { recursive: true })
  await deleteAbandoned(folder, temporaryPrefix)
  const fileOf = (name: string) => path.join(folder, name)
  const has = (name: string) =>
    access(fileOf(name)).then(
      () => true,
      () => false,
    )
  async function read(name: string): Promise<StoredFile | undefined> {
    try {
      await using file = await open(fileOf(name))
      return { content: await file.readFile(), storedAt: (await file.stat()).mtime }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
  return {
    has,
    read,
    get: async (name) => (await read(name))?.content,
    async put(name, bytes) {
      if (await has(name)) return
      const temporary = fileOf(`${temporaryPrefix}${name}.${randomBytes(6).toString('hex')}`)
      try {
        await writeFile(temporary, bytes, { flush: true })
        await rename(temporary, fileOf(name))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    remove: (name) => rm(fileOf(name), { force: true }),
    check: async () => {}, // the folder exists
    list: async () => (await readdir(folder)).filter((name) => !name.startsWith(temporaryPrefix)),
  }
}
