import { ensureDemoAccounts } from '../people/login/demo-accounts.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { loadSamples } from '../products/samples/load-samples.ts'

interface Shop {
  db: Db
  clock: Clock
}

/** Like the start of a server with demo data. A job draws the pictures of the samples. */
export async function startWithDemoData({ db, clock }: Shop): Promise<void> {
  await ensureDemoAccounts(db, clock())
  await loadSamples({ db, clock, log: { info() {} } })
}
