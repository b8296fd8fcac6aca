import type { Tx } from '../platform/db/db.ts'

/** Lock a user's row: whatever else locks it first runs one after another for each user. */
export function lockUser(tx: Tx, id: string): Promise<{ name: string; phone: string }> {
  return tx
    .selectFrom('users')
    .select(['name', 'phone'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
