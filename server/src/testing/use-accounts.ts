import { beforeEach } from 'vitest'
import { imageUrlUnder } from '../media/files/image-url.ts'
import { makeGuards } from '../people/login/guards.ts'
import { openAccounts } from '../people/open.ts'
import type { Limits } from '../people/users/limits.ts'
import type { DB } from '../platform/db/db-types.ts'
import { testLimits } from './limits.ts'
import { makeApi } from './make-api.ts'
import { useMedia } from './media-folder.ts'
import { useTestDb } from './test-db.ts'
import { useOpened } from './use-opened.ts'

export const noon = new Date('2026-11-20T05:00:00Z')
export const sender = { shopName: 'Camilan', publicUrl: 'https://toko.example' }

interface Options {
  limits?: Partial<Limits>
  /** The tables that are empty when a test begins. */
  emptied?: readonly (keyof DB)[]
}

/** The routes of accounts on a database of this test file. Each test begins at noon and sets `time.now`. */
export function useAccounts({ limits = {}, emptied = [] }: Options = {}) {
  const shop = useTestDb()
  const time = { now: noon }
  const clock = () => time.now
  const pictures = useMedia(shop, { clock })
  const api = useOpened(() => {
    const { db } = shop
    const { api: rooms } = openAccounts({
      db,
      clock,
      guards: makeGuards({ db, clock }),
      limits: { ...testLimits, ...limits },
      demoLogin: false,
      tell: async () => {},
      sender,
      publicUrl: sender.publicUrl,
      media: pictures.media,
      imageUrl: imageUrlUnder(sender.publicUrl),
    })
    return makeApi(...rooms)
  })
  beforeEach(async () => {
    time.now = noon
    for (const table of emptied) await shop.db.deleteFrom(table).execute()
  })
  return { shop, api, pictures, time, clock }
}
