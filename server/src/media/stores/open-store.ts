import path from 'node:path'
import { TemporaryFailure } from '../../platform/temporary-failure.ts'
import { type MediaStore, openMediaStore } from '../files/media-store.ts'
import type { S3Settings } from './s3-client.ts'
import { openS3Store } from './s3-store.ts'

/** The place of the pictures. The configuration has these fields. */
export interface StorePlace {
  dataDir: string
  /** Undefined: in the folder `media` under `dataDir`. */
  mediaS3?: S3Settings | undefined
}

/** Open the store without asking whether it answers. */
export async function openStore({ dataDir, mediaS3 }: StorePlace): Promise<MediaStore> {
  return mediaS3 ? openS3Store(mediaS3) : openFiles({ dataDir })
}

/** The store in the data folder, also if the pictures are elsewhere. */
export const openFiles = ({ dataDir }: Pick<StorePlace, 'dataDir'>): Promise<MediaStore> =>
  openMediaStore(path.join(dataDir, 'media'))

/**
 * Ask the store once, at the start. A shop opens although its store is away.
 * @throws {StoreRefused} it will never answer with these settings
 */
export async function checkStore(store: MediaStore, warn: (line: string) => void): Promise<void> {
  try {
    await store.check()
  } catch (error) {
    if (!(error instanceof TemporaryFailure)) throw error
    warn(`${error.message}. The shop opens without pictures, and shows them when the store is back.`)
  }
}
