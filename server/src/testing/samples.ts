import { ensureDemoAccounts } from '../accounts/demo-accounts.ts'
import { loadSamples } from '../catalog/samples/load-samples.ts'
import type { Media } from '../media/open-media.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { addSamplePictures } from './sample-pictures.ts'

interface Shop {
  db: Db
  media: Media
  /** The folder of its pictures. */
  dataDir: string
  clock: Clock
}

/** Like the start of a server with demo data, but with encoded pictures. */
export async function startWithDemoData({ db, media, dataDir, clock }: Shop): Promise<void> {
  await addSamplePictures(dataDir)
  await ensureDemoAccounts(db, clock())
  await loadSamples({ db, media, clock, log: { info() {} } })
}
