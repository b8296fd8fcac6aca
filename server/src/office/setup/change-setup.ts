import type { SetupChange } from '@camilan/contract/setup'
import { type Administrator, recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { deliveryConfirmed, setChecklistClosed } from './queries.ts'

/** Close the list or open it again, and confirm the costs of delivery. A second call has no further effect. */
export async function changeSetup(
  db: Db,
  by: Administrator,
  { closed, delivery_confirmed }: SetupChange,
  now: Date,
): Promise<void> {
  if (closed !== undefined) await setChecklistClosed(db, closed ? now : null)
  if (!delivery_confirmed) return
  const entry = { action: 'changed', changes: [deliveryConfirmed] } as const
  await transact(db, (tx) => recordChange(tx, by, settingsSubject, entry, now))
}
