import type { Samples, SamplesRemoved } from '@camilan/contract/setup'
import { recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import { type OwnAccountDeps, ownAccountRequirement } from '../../people/first-admin/make-own-account.ts'
import { endDemoSessions, lockDemoAccounts } from '../../people/login/demo-accounts.ts'
import type { Account } from '../../people/login/guards.ts'
import { NotForDemoAccounts } from '../../people/users/errors.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { countSamples } from '../../products/samples/find-samples.ts'
import { removeSampleProducts } from '../../products/samples/remove-samples.ts'
import { countDemoAccounts, markSamplesRemoved, readFacts } from './queries.ts'

/** The effect that `removeSamples` would have now, and whether this administrator may call it. */
export async function readSamples(deps: OwnAccountDeps, by: Account, now: Date): Promise<Samples> {
  const needs = await ownAccountRequirement(deps, by)
  const { samplesRemovedAt } = await readFacts(deps.db, now)
  if (samplesRemovedAt) {
    return {
      needs,
      removed_at: samplesRemovedAt.toISOString(),
      to_delete: 0,
      to_archive: 0,
      kept: [],
      demo_accounts: 0,
    }
  }
  const { neverOrdered, ordered, kept } = await countSamples(deps.db)
  const demo_accounts = await countDemoAccounts(deps.db)
  return { needs, removed_at: null, to_delete: neverOrdered, to_archive: ordered, kept, demo_accounts }
}

/**
 * Remove the trial data for good: sample products are deleted or, if they were ordered, archived; demo accounts can't log
 * in any more and their sessions end; their orders stay. After an error nothing is changed. A second call, also at the same
 * time, changes nothing.
 * @throws {NotForDemoAccounts} nobody would be left who can log in
 */
export function removeSamples(db: Db, by: Account, now: Date): Promise<SamplesRemoved> {
  if (by.isDemo) throw new NotForDemoAccounts()
  return transact(db, (tx) => remove(tx, by, now))
}

/** Rows are locked in the order users, settings, products. */
async function remove(tx: Tx, by: Account, now: Date): Promise<SamplesRemoved> {
  await lockDemoAccounts(tx)
  const removedBefore = await markSamplesRemoved(tx, now)
  if (removedBefore) return { removed_at: removedBefore.toISOString(), deleted: 0, archived: 0, demo_accounts: 0 }
  const { deleted, archived } = await removeSampleProducts(tx, by, now)
  const demo_accounts = await endDemoSessions(tx)
  const changes = Object.entries({ samples_deleted: deleted, samples_archived: archived, demo_accounts }).map(
    ([field, after]) => ({ field, before: null, after }),
  )
  await recordChange(tx, by, settingsSubject, { action: 'changed', changes }, now)
  return { removed_at: now.toISOString(), deleted, archived, demo_accounts }
}
