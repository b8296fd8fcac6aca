import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type MediaOptions, openMedia } from '../media/open-media.ts'
import type { TestDb } from './test-db.ts'
import { useOpened } from './use-opened.ts'

/** Pictures for this test file. `folder` has the encoded ones. The limit of uploads is high, unless the test sets it. */
export const useMedia = (shop: Pick<TestDb, 'db'>, overrides: Partial<MediaOptions> = {}) =>
  useOpened(
    async () => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'test-media-'))
      const defaults = { dataDir, db: shop.db, clock: () => new Date(), uploadsPerCustomer: 1_000_000 }
      const media = await openMedia({ ...defaults, ...overrides })
      return { media, store: media.store, dataDir, folder: path.join(dataDir, 'media') }
    },
    async ({ media, dataDir }) => {
      await media.close()
      await rm(dataDir, { recursive: true })
    },
  )
