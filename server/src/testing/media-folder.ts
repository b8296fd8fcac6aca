import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type MediaStore, openMediaStore } from '../media/media-store.ts'

/** A media store for this test file. Read `store` and `folder` inside tests and hooks only. */
export function useMedia(): { readonly store: MediaStore; readonly folder: string } {
  let folder: string | undefined
  let store: MediaStore | undefined
  const opened = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The media store is available only inside tests and hooks')
    return value
  }
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'test-media-'))
    store = await openMediaStore(folder)
  })
  afterAll(async () => {
    if (folder) await rm(folder, { recursive: true })
  })
  return {
    get store() {
      return opened(store)
    },
    get folder() {
      return opened(folder)
    },
  }
}
