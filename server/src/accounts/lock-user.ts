import type { Tx } from '../platform/db/db.ts'

/** Lock a user's row. Transactions of one user that lock it first run one after another. */
export function lockUser(tx: Tx, id: string): Promise<{ name: string; phone: string; email: string }> {
  return tx
    .selectFrom('users')
    .select(['name', 'phone', 'email'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
