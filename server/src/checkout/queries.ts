import type { ShopSettings } from '@camilan/contract/settings'
import type { lockUser } from '../people/users/lock-user.ts'
import type { Tx } from '../platform/db/db.ts'
import { fixedStatement } from '../platform/db/fixed-statement.ts'
import { settingsColumn, settingsHeld } from '../settings/queries.ts'
import { resolveSettings, type SettingsBase } from '../settings/resolve-settings.ts'
import { type BuyerHistory, buyerHistory } from './buyer-history.ts'

/** Like `lockUser`, in one statement with a shared lock on the settings until the transaction ends. */
export async function lockBuyer(tx: Tx, id: string): ReturnType<typeof lockUser> {
  const [buyer] = await lockedBuyer(tx, { id })
  if (!buyer) throw new Error('the user of a session exists')
  return buyer
}

const lockedBuyer = fixedStatement((tx: Tx, { id }: { id: string }) =>
  tx
    .with(
      (cte) => cte('settings').materialized(),
      (db) => db.selectNoFrom(settingsHeld.as('held')),
    )
    .selectFrom(['settings', 'users'])
    .select(['name', 'phone', 'email'])
    .where('users.id', '=', id)
    .forNoKeyUpdate('users'),
)

/** The history of a buyer and the present settings, in one statement. */
export async function historyAndSettings(
  tx: Tx,
  base: SettingsBase,
  buyerId: string,
  since: Date,
): Promise<BuyerHistory & { settings: ShopSettings }> {
  const [row] = await readHistoryAndSettings(tx, { buyerId, since })
  if (!row) throw new Error('a select without a table has one row')
  return { ...row, settings: resolveSettings(base, row.settings) }
}

const readHistoryAndSettings = fixedStatement((tx: Tx, values: { buyerId: string; since: Date }) =>
  buyerHistory(tx, values).select(settingsColumn.as('settings')),
)
