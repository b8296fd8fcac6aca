import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../platform/clock.ts'
import { type FairSemaphore, fairSemaphore } from '../platform/concurrency/fair-semaphore.ts'
import type { Db } from '../platform/db/db.ts'
import { type Encoder, type EncoderLimits, openEncoder } from './encoding/open-encoder.ts'
import { deleteAbandoned } from './files/delete-abandoned.ts'
import { type FullSets, openFullSets } from './files/full-sets.ts'
import type { MediaStore } from './files/media-store.ts'
import { openStore, type StorePlace } from './stores/open-store.ts'
import { type UploadsFirst, uploadsFirst } from './stores/uploads-first.ts'

/** `dataDir` also holds the bodies of uploads while they are processed. */
export interface MediaOptions extends StorePlace {
  db: Db
  clock: Clock
  /** Pictures that a customer may upload in an hour. */
  uploadsPerCustomer: number
  encoderLimits?: EncoderLimits
  /** A JPEG with more scans is refused before it is decoded. */
  maxScans?: number
}

/** The pictures of the shop: their files, and the encoder that makes them. */
export interface Media {
  db: Db
  clock: Clock
  store: MediaStore
  encoder: Encoder
  /** One decoder of an upload takes up to 600 MB. Administrators don't wait for customers. */
  places: Record<'customers' | 'administrators', FairSemaphore>
  /** Shared by uploads and the job that makes full sets. */
  turns: UploadsFirst
  fullSets: FullSets
  uploadsPerCustomer: number
  maxScans: number
  /** An empty file without a name: the operating system deletes it when it is closed, or when this process dies. */
  openUpload(): Promise<FileHandle>
  /** Aborts when the pictures are closed, so that background work ends at once. */
  closing: AbortSignal
  /** Refuse further pictures and end running decoders, within three seconds. */
  close(): Promise<void>
}

/** Open the pictures. Half-written files that a crash has left under `dataDir` are deleted. */
export async function openMedia(options: MediaOptions): Promise<Media> {
  const { dataDir, db, clock, uploadsPerCustomer, maxScans = 100 } = options
  const store = await openStore(options)
  const uploads = path.join(dataDir, 'uploads')
  await mkdir(uploads, { recursive: true })
  await deleteAbandoned(uploads)
  const encoder = openEncoder(options.encoderLimits)
  const places = {
    customers: fairSemaphore({ running: 1, waiting: 40, waitingPerKey: 1 }),
    administrators: fairSemaphore({ running: 1, waiting: 40, waitingPerKey: 10 }),
  }
  const closing = new AbortController()
  return {
    closing: closing.signal,
    db,
    clock,
    store,
    encoder,
    places,
    turns: uploadsFirst(),
    fullSets: openFullSets(db),
    uploadsPerCustomer,
    maxScans,
    async openUpload() {
      const file = path.join(uploads, randomBytes(12).toString('hex'))
      const handle = await open(file, 'wx+', 0o600)
      try {
        await unlink(file)
      } catch (error) {
        await handle.close()
        throw error
      }
      return handle
    },
    async close() {
      closing.abort()
      for (const shared of Object.values(places)) shared.close()
      await encoder.close()
    },
  }
}
