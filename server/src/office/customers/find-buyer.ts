import { UuidPath } from '@camilan/contract/wire'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export interface Buyer {
  user_id: string | null
  name: string
  phone: string
  email: string | null
}

/** The buyer of an account or of an order; undefined if there is none who can be known again. */
export async function findBuyer(db: Db, id: string): Promise<Buyer | undefined> {
  const account = db.selectFrom('users').select(['id as user_id', 'name', 'phone', 'email'])
  if (UuidPath.safeParse({ id }).success) return account.where('id', '=', id).executeTakeFirst()
  // Without a phone number an order belongs to nobody.
  const order = await db
    .selectFrom('orders')
    .select(['user_id', 'buyer_name as name', 'buyer_phone as phone', sql<null>`null`.as('email')])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('user_id', 'is not', null), eb('buyer_phone', '<>', '')]))
    .executeTakeFirst()
  return order?.user_id ? account.where('id', '=', order.user_id).executeTakeFirst() : order
}
