import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { MediaStore } from '../media/media-store.ts'
import { type Media, type MediaOptions, openMedia } from '../media/open-media.ts'
import type { TestDb } from './test-db.ts'

export interface TestMedia {
  readonly media: Media
  readonly store: MediaStore
  readonly dataDir: string
  /** Where the encoded pictures are. */
  readonly folder: string
}

/**
 * Pictures for this test file, on its database. Read the members inside tests and hooks only. A customer may upload as
 * often as they want, unless the test says otherwise.
 */
export function useMedia(shop: Pick<TestDb, 'db'>, overrides: Partial<MediaOptions> = {}): TestMedia {
  let dataDir: string | undefined
  let media: Media | undefined
  const opened = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The pictures are available only inside tests and hooks')
    return value
  }
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'test-media-'))
    media = await openMedia({
      dataDir,
      db: shop.db,
      clock: () => new Date(),
      uploadsPerCustomer: 1_000_000,
      ...overrides,
    })
  })
  afterAll(async () => {
    await media?.close()
    if (dataDir) await rm(dataDir, { recursive: true })
  })
  return {
    get media() {
      return opened(media)
    },
    get store() {
      return opened(media).store
    },
    get dataDir() {
      return opened(dataDir)
    },
    get folder() {
      return path.join(opened(dataDir), 'media')
    },
  }
}
