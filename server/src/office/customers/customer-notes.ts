import type { CustomerNote } from '@camilan/contract/reports'
import { phoneDigits } from '@camilan/contract/texts'
import type { Db } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import { type Buyer, findBuyer } from './find-buyer.ts'

type KnownBuyer = Pick<Buyer, 'user_id' | 'phone'>

/** An account, or else the phone number: an account's number was typed by whoever registered. */
const keyOf = ({ user_id, phone }: KnownBuyer) => ({
  user_id,
  phone_digits: user_id === null ? phoneDigits(phone) : null,
})

export async function noteOf(db: Db, buyer: KnownBuyer): Promise<CustomerNote> {
  const { user_id, phone_digits } = keyOf(buyer)
  const row = await db
    .selectFrom('customer_notes')
    .select(['note', 'tags'])
    .where((eb) => (user_id === null ? eb('phone_digits', '=', phone_digits) : eb('user_id', '=', user_id)))
    .executeTakeFirst()
  return row ?? { note: '', tags: [] }
}

/**
 * Replace what the seller notes of a buyer.
 * @param id  of an account, or of an order, whose buyer it is
 * @throws {NotFound} as `readCustomer`
 */
export async function writeNote(db: Db, id: string, written: CustomerNote): Promise<void> {
  const buyer = await findBuyer(db, id)
  if (!buyer) throw new NotFound()
  const key = keyOf(buyer)
  await db
    .insertInto('customer_notes')
    .values({ ...key, ...written })
    .onConflict((conflict) => conflict.column(key.user_id === null ? 'phone_digits' : 'user_id').doUpdateSet(written))
    .execute()
}
