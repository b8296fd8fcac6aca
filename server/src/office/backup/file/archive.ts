/** The archive of a backup: a tar file with the tables, the pictures, and at the end the manifest with their hashes. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import tar from 'tar-stream'
import { BackupDamaged, BackupRefused } from '../errors.ts'
import { formatVersion, Manifest, manifestHashName, manifestName } from './manifest.ts'

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export interface ArchiveWriter {
  /** Resolves when the entry is written. Call it for one entry after the other. */
  add(name: string, content: Buffer | { file: string; bytes: number }): Promise<void>
  /** Write the end, and wait until the whole archive is written. A file is on the disk then. */
  finish(): Promise<void>
  abandon(): Promise<void>
}

/** @param file  created with mode 0600; it must not exist */
export function writeArchive(file: string, madeAt: Date): ArchiveWriter {
  const writer = archiveInto(createWriteStream(file, { flags: 'wx', mode: 0o600 }), madeAt)
  return {
    ...writer,
    async finish() {
      await writer.finish()
      await sync(file)
    },
  }
}

/** It waits for a slow reader of `target`. */
export function archiveInto(target: Writable, madeAt: Date): ArchiveWriter {
  const pack = tar.pack()
  const written = pipeline(pack, target)
  written.catch(() => {}) // `add` and `finish` throw this error
  const header = (name: string, size: number) => ({ name, size, mode: 0o600, mtime: madeAt, uname: '', gname: '' })

  return {
    async add(name, content) {
      const isBuffer = Buffer.isBuffer(content)
      const taken = Promise.withResolvers<void>()
      const done = (error?: Error | null) => (error ? taken.reject(error) : taken.resolve())
      const entry = pack.entry(header(name, isBuffer ? content.length : content.bytes), done)
      entry.on('error', done) // a target that goes away destroys the entry
      if (isBuffer) entry.end(content)
      else createReadStream(content.file).on('error', done).pipe(entry)
      await Promise.race([taken.promise, written])
    },
    async finish() {
      pack.finalize()
      await written
    },
    async abandon() {
      pack.destroy()
      await written.catch(() => {})
    },
  }
}

/** Flush a file or a folder from the operating system's cache to the disk. */
export async function sync(file: string): Promise<void> {
  const handle = await open(file)
  await handle.sync().finally(() => handle.close())
}

/**
 * Read the entries of an archive in their order. `onEntry` must read the whole content.
 * @throws {BackupDamaged} the file is no tar file, or ends too early
 */
export async function readArchive(
  file: string,
  onEntry: (name: string, content: Readable) => Promise<void>,
): Promise<void> {
  const extract = tar.extract()
  const source = createReadStream(file)
  source.on('error', (error) => extract.destroy(error)).pipe(extract)
  let current: { error: unknown } | undefined
  try {
    for await (const entry of extract) {
      try {
        await onEntry(entry.header.name, entry as unknown as Readable)
      } catch (error) {
        current = { error }
        throw error
      }
    }
  } catch (error) {
    source.destroy()
    if (current && !isTarError(current.error)) throw current.error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BackupRefused(`There is no file ${file}.`)
    if (code !== undefined) throw error // of the file
    throw new BackupDamaged(path.basename(file), (error as Error).message)
  }
}

/** tar-stream destroys the entry that is being read with its own error. */
const isTarError = (error: unknown) =>
  error instanceof Error && /^(Unexpected end of data|Invalid tar header)/.test(error.message)

/**
 * Read the whole archive and compare every entry with the manifest.
 * @throws {BackupDamaged} an entry is missing, additional or different, or the archive is cut off
 */
export async function verifyArchive(file: string, onEntry: (name: string) => void = () => {}): Promise<Manifest> {
  const name = path.basename(file)
  const found = new Map<string, { bytes: number; sha256: string }>()
  const texts = new Map<string, Buffer>()
  await readArchive(file, async (entry, content) => {
    if (found.has(entry)) throw new BackupDamaged(name, `${entry} is in it twice`)
    if (entry === manifestName || entry === manifestHashName) {
      const bytes = await buffer(content)
      texts.set(entry, bytes)
      found.set(entry, { bytes: bytes.length, sha256: sha256(bytes) })
      return
    }
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
    }
    found.set(entry, { bytes, sha256: hash.digest('hex') })
    onEntry(entry)
  })
  const manifest = readManifest(name, texts)
  for (const part of [...manifest.tables, ...manifest.pictures]) {
    const actual = found.get(part.name)
    if (!actual) throw new BackupDamaged(name, `${part.name} is missing`)
    if (actual.sha256 !== part.sha256 || actual.bytes !== part.bytes) {
      throw new BackupDamaged(name, `${part.name} is not what was written`)
    }
    found.delete(part.name)
  }
  for (const entry of [manifestName, manifestHashName]) found.delete(entry)
  const [more] = found.keys()
  if (more !== undefined) throw new BackupDamaged(name, `${more} does not belong to it`)
  return manifest
}

function readManifest(name: string, texts: Map<string, Buffer>): Manifest {
  const text = texts.get(manifestName)
  if (!text) throw new BackupDamaged(name, `it has no ${manifestName}, so it is cut off or no backup of this shop`)
  if (texts.get(manifestHashName)?.toString() !== hashLine(text)) {
    throw new BackupDamaged(name, `${manifestName} is not what was written`)
  }
  const manifest = JSON.parse(text.toString())
  if (manifest.format !== formatVersion) {
    throw new BackupDamaged(
      name,
      `its format is ${manifest.format}, and this release reads ${formatVersion}: use release ${manifest.app}`,
    )
  }
  return Manifest.parse(manifest)
}

/** The format that `sha256sum --check` reads. */
export const hashLine = (manifest: Buffer): string => `${sha256(manifest)}  ${manifestName}\n`
