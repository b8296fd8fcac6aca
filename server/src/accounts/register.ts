import type { Registration } from '@camilan/contract/accounts'
import { sql } from 'kysely'
import { earlier, hours, later } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { TooManyAttempts } from './errors.ts'
import type { Limits } from './limits.ts'
import { hashPassword } from './password-hash.ts'
import { insertUser, type UserRow } from './queries.ts'

const WINDOW = hours(1)

/**
 * Make a customer's account. It opens no session.
 * @param address  the network address that asks
 * @throws {EmailTaken} also by an e-mail in another case, and for the later of two at once
 * @throws {TooManyAttempts} this address has registered too many in the last hour
 */
export async function register(
  db: Db,
  { name, email, phone, password }: Registration,
  address: string,
  limits: Limits,
  now: Date,
): Promise<UserRow> {
  await refuseRegistrationFlood(db, address, limits, now)
  const password_hash = await hashPassword(password)
  return transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(3, hashtext(${address}))`.execute(tx)
    await refuseRegistrationFlood(tx, address, limits, now)
    await tx.insertInto('registrations').values({ address, registered_at: now }).execute()
    return insertUser(tx, { name, email, phone, password_hash, created_at: now })
  })
}

async function refuseRegistrationFlood(db: Db, address: string, limits: Limits, now: Date): Promise<void> {
  const filling = await db
    .selectFrom('registrations')
    .select('registered_at')
    .where('address', '=', address)
    .where('registered_at', '>', earlier(now, WINDOW))
    .orderBy('registered_at', 'desc')
    .offset(limits.registrationsPerAddress - 1)
    .limit(1)
    .executeTakeFirst()
  if (filling) throw new TooManyAttempts(later(filling.registered_at, WINDOW), now)
}
