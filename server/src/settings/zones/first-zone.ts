/** The first zone, which the settings say, beside the stored zones. */
import type { ShopSettings } from '@camilan/contract/settings'
import type { Tx } from '../../platform/db/db.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { problemsOf } from './change-zones.ts'
import { storedZones } from './queries.ts'

/** @throws {InvalidForm} a city is switched on where a stored zone has the same service */
export async function assertNoOverlap(tx: Tx, settings: ShopSettings): Promise<void> {
  const [problem] = problemsOf(await storedZones(tx), settings)
  if (problem) throw new InvalidForm({ cities: problem.sentence })
}
