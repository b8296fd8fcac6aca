import { ensureDemoAccounts } from '../accounts/demo-accounts.ts'
import { loadSamples } from '../catalog/samples/load-samples.ts'
import type { Media } from '../media/open-media.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

interface Shop {
  db: Db
  media: Media
  clock: Clock
}

/** What the start of a server with demo data does. */
export async function startWithDemoData({ db, media, clock }: Shop): Promise<void> {
  await ensureDemoAccounts(db, clock())
  await loadSamples({ db, media, clock, log: { info() {} } })
}

export async function sampleNamed({ db }: Pick<Shop, 'db'>, name: string) {
  return db.selectFrom('products').selectAll().where('name', '=', name).orderBy('created_at').executeTakeFirstOrThrow()
}
