import { access, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from 'pg'
import { allFiles } from '../../media/files/image-files.ts'
import { keepImages } from '../../media/files/keep-images.ts'
import type { MediaStore } from '../../media/files/media-store.ts'
import { days } from '../../platform/clock.ts'
import { clientWithoutTimeouts } from '../../platform/db/connections/session-settings.ts'
import type { DatabaseConnection } from '../../platform/db/db.ts'
import { whyNotWritten } from '../../platform/disk-failure.ts'
import { readRelease } from '../../platform/release.ts'
import { BackupRefused } from './errors.ts'
import { type ArchiveWriter, archiveInto, hashLine, sha256, sync, verifyArchive, writeArchive } from './file/archive.ts'
import { unfinishedPrefix } from './file/backup-files.ts'
import { formatVersion, type Manifest, manifestHashName, manifestName, picturePrefix } from './file/manifest.ts'
import { type BackupProgress, type Snapshot, spoolFile, writeTables } from './file/write-tables.ts'

export interface BackupDeps {
  connection: DatabaseConnection
  store: MediaStore
}

export interface BackupInput {
  /** The path of the archive. It must not exist, unless `replace` is set. */
  file: string
  replace?: boolean
  onProgress?: (progress: BackupProgress) => void
  /** Ends the backup and removes its files. */
  signal?: AbortSignal
}

export interface Backup {
  file: string
  bytes: number
  manifest: Manifest
  /** Pictures of users, products or orders whose files are missing. */
  missingPictures: string[]
  /** Tables that do not belong to the shop. The backup does not contain them. */
  unknownTables: string[]
}

/**
 * Write one snapshot of the shop into one archive, while the shop runs. The archive gets its name after it was written to
 * the disk and read again. No picture is removed meanwhile.
 * @throws {BackupRefused} the file exists, or its folder can't be written
 */
export async function makeBackup(deps: BackupDeps, input: BackupInput, now: Date): Promise<Backup> {
  const { file, replace = false } = input
  if (!replace && (await exists(file))) throw new BackupRefused(`${file} exists already: name another file.`)
  const folder = path.dirname(file)
  return await writeBackup(deps, { ...input, folder }, now).catch((error: NodeJS.ErrnoException) => {
    const why = whyNotWritten(error)
    const isOfFolder = error.path === undefined || error.path.startsWith(folder) // an error while writing names no file
    if (why === undefined || !isOfFolder) throw error
    throw new BackupRefused(`No backup can be written to ${folder}, as ${why}: correct that, or name another folder.`)
  })
}

async function writeBackup(
  deps: BackupDeps,
  { file, folder, onProgress = () => {}, signal }: BackupInput & { folder: string },
  now: Date,
): Promise<Backup> {
  return withSnapshot(deps, { folder, onProgress, signal }, async (content, client) => {
    const archive = path.join(content.unfinished, 'archive')
    const written = await writeAll(writeArchive(archive, now), content, now)
    await client.query('select 1') // if the connection was lost, pictures may have been removed
    await verify(archive, written.manifest, onProgress)
    signal?.throwIfAborted()
    await rename(archive, file)
    await sync(folder)
    const { size } = await stat(file)
    return { ...written, file, bytes: size, unknownTables: content.unknownTables }
  })
}

/**
 * Write one snapshot of the shop into `target`, as fast as its reader takes it. Only the tables are written to the disk
 * before. An archive that was cut off has no manifest, so that a restore refuses it.
 * @param onSnapshot  called before the first byte
 */
export async function streamBackup(
  deps: BackupDeps,
  { folder, target, signal, onSnapshot }: StreamInput,
  now: Date,
): Promise<Pick<Backup, 'missingPictures'>> {
  return withSnapshot(deps, { folder, onProgress: () => {}, signal }, async (content) => {
    await onSnapshot()
    return writeAll(archiveInto(target, now), content, now)
  })
}

interface StreamInput extends Pick<Content, 'signal'> {
  /** The folder for the tables. */
  folder: string
  target: Writable
  onSnapshot: () => Promise<void>
}

async function withSnapshot<T>(
  { connection, store }: BackupDeps,
  { folder, onProgress, signal }: Pick<Content, 'onProgress' | 'signal'> & { folder: string },
  work: (content: Content, client: Client) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await deleteUnfinished(folder)
  const unfinished = await mkdtemp(path.join(folder, unfinishedPrefix)) // mode 0700
  const client = clientWithoutTimeouts(connection, {
    application_name: 'camilan_backup',
    keepAlive: true,
    lock_timeout: 60_000,
    options: '-c TimeZone=UTC -c DateStyle=ISO -c client_encoding=UTF8',
  })
  const abort = () => void client.end().catch(() => {})
  signal?.addEventListener('abort', abort)
  try {
    signal?.throwIfAborted()
    await client.connect()
    await client.query(keepImages)
    const snapshot = await writeTables(client, unfinished, onProgress)
    return await work({ ...snapshot, unfinished, store, onProgress, signal }, client)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', abort)
    await client.end().catch(() => {})
    await rm(unfinished, { recursive: true, force: true })
  }
}

interface Content extends Snapshot {
  unfinished: string
  store: MediaStore
  onProgress: (progress: BackupProgress) => void
  signal: AbortSignal | undefined
}

async function writeAll(
  writer: ArchiveWriter,
  { unfinished, store, onProgress, signal, ...snapshot }: Content,
  now: Date,
): Promise<{ manifest: Manifest; missingPictures: string[] }> {
  try {
    for (const { name, table, bytes } of snapshot.tables) {
      await writer.add(name, { file: spoolFile(unfinished, table), bytes })
      await rm(spoolFile(unfinished, table))
    }
    const pictures: Manifest['pictures'] = []
    const missingPictures: string[] = []
    for (const [index, hash] of snapshot.pictures.entries()) {
      signal?.throwIfAborted()
      let found = 0
      // All files of a picture at once, because each takes a round trip on a store across the network.
      const read = allFiles(hash).map(async (image) => ({ image, content: await store.get(image) }))
      for (const { image, content } of await Promise.all(read)) {
        if (!content) continue // a picture gets its full set some time after the upload, or never
        found += 1
        const name = `${picturePrefix}${image}`
        await writer.add(name, content)
        pictures.push({ name, bytes: content.length, sha256: sha256(content) })
      }
      if (found === 0) missingPictures.push(hash)
      onProgress({ step: 'pictures', name: hash, done: index + 1, total: snapshot.pictures.length })
    }
    const { postgres, migrations, tables } = snapshot
    const { version: app, commit } = readRelease()
    const manifest: Manifest = {
      format: formatVersion,
      app,
      commit,
      postgres,
      made_at: now.toISOString(),
      migrations,
      tables,
      pictures,
    }
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    await writer.add(manifestName, text)
    await writer.add(manifestHashName, Buffer.from(hashLine(text)))
    await writer.finish()
    return { manifest, missingPictures }
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

async function verify(
  archive: string,
  manifest: Manifest,
  onProgress: (progress: BackupProgress) => void,
): Promise<void> {
  const total = manifest.tables.length + manifest.pictures.length
  let done = 0
  const read = await verifyArchive(archive, (name) => {
    done += 1
    onProgress({ step: 'verify', name, done, total })
  })
  if (!isDeepStrictEqual(read, manifest)) throw new Error('the archive was read back differently')
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

async function deleteUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    const left = path.join(folder, name)
    const { mtimeMs } = await stat(left).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY })) // deleted meanwhile
    if (Date.now() - mtimeMs > days(1)) await rm(left, { recursive: true, force: true })
  }
}
