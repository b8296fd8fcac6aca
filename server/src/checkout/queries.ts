import type { ShopSettings } from '@camilan/contract/settings'
import type { lockUser } from '../accounts/lock-user.ts'
import { type BuyerHistory, buyerHistory } from '../orders/queries.ts'
import type { Tx } from '../platform/db/db.ts'
import { settingsColumn, settingsHeld } from '../settings/queries.ts'
import { resolveSettings, type SettingsBase } from '../settings/resolve-settings.ts'

/** As `lockUser`, in the same statement that keeps the settings as they are until the transaction ends. */
export function lockBuyer(tx: Tx, id: string): ReturnType<typeof lockUser> {
  return tx
    .with(
      (cte) => cte('settings').materialized(),
      (db) => db.selectNoFrom(settingsHeld.as('held')),
    )
    .selectFrom(['settings', 'users'])
    .select(['name', 'phone', 'email'])
    .where('users.id', '=', id)
    .forNoKeyUpdate('users')
    .executeTakeFirstOrThrow()
}

/** The history of a buyer and the settings at this moment, in one statement: products are locked soon after it. */
export async function historyAndSettings(
  tx: Tx,
  base: SettingsBase,
  buyerId: string,
  since: Date,
): Promise<BuyerHistory & { settings: ShopSettings }> {
  const row = await buyerHistory(tx, buyerId, since).select(settingsColumn.as('settings')).executeTakeFirstOrThrow()
  return { ...row, settings: resolveSettings(base, row.settings) }
}
