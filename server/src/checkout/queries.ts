import type { ShopSettings } from '@camilan/contract/settings'
import { type BuyerHistory, buyerHistory } from '../orders/queries.ts'
import type { Tx } from '../platform/db/db.ts'
import { settingsColumn } from '../settings/queries.ts'
import { resolveSettings, type SettingsBase } from '../settings/resolve-settings.ts'

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
