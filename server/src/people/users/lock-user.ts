import type { Tx } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'

/** Lock a user's row. Transactions of one user that lock it first run one after another. */
export async function lockUser(tx: Tx, id: string): Promise<{ name: string; phone: string; email: string }> {
  const [user] = await lock(tx, { id })
  if (!user) throw new Error(`there is no user ${id}`)
  return user
}

const lock = fixedStatement((tx: Tx, { id }: { id: string }) =>
  tx.selectFrom('users').select(['name', 'phone', 'email']).where('id', '=', id).forNoKeyUpdate(),
)
