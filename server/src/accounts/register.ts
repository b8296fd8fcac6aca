import type { Registration } from '@camilan/contract/accounts'
import { sql } from 'kysely'
import { earlier, hours, later } from '../platform/clock.ts'
import { transact } from '../platform/db/transact.ts'
import { assertUncommonPassword } from './common-passwords.ts'
import { EmailTaken, TooManyAttempts } from './errors.ts'
import { type Client, type LimitedDeps, lockClasses } from './limits.ts'
import { hashPassword } from './password-hash.ts'
import { isEmailTaken, type UserRow } from './queries.ts'
import { insertUser } from './write-users.ts'

const windowMs = hours(1)

/**
 * Create a customer's account, without a session.
 * @throws {CommonPassword}
 * @throws {EmailTaken} also if the e-mail differs only in case, and for the later of two simultaneous registrations
 * @throws {TooManyAttempts} too many registrations from this IP address in the last hour, or too many that were refused
 *   because of a taken e-mail; the two are counted apart
 */
export async function register(
  { db, limits }: LimitedDeps,
  client: Client,
  { name, email, phone, password }: Registration,
  now: Date,
): Promise<UserRow> {
  const { ip } = client
  assertUncommonPassword(password, 'password')
  await assertRegistrationAllowed({ db, limits }, ip, now)
  // Refused before the slow hash, so that a flood of such requests costs little computing time.
  if (await isEmailTaken(db, email, now)) return refuseTaken({ db, limits }, ip, now)
  const password_hash = await hashPassword(password, client)
  try {
    return await transact(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(${lockClasses.registrationIp}, hashtext(${ip}))`.execute(tx)
      await assertRegistrationAllowed({ db: tx, limits }, ip, now)
      await tx.insertInto('registrations').values({ address: ip, registered_at: now }).execute()
      return insertUser(tx, { name, email, phone, password_hash }, now)
    })
  } catch (error) {
    if (error instanceof EmailTaken) return refuseTaken({ db, limits }, ip, now)
    throw error
  }
}

async function assertRegistrationAllowed({ db, limits }: LimitedDeps, ip: string, now: Date): Promise<void> {
  const limiting = await db
    .selectFrom('registrations')
    .select('registered_at')
    .where('address', '=', ip)
    .where('registered_at', '>', earlier(now, windowMs))
    .orderBy('registered_at', 'desc')
    .offset(limits.registrationsPerIp - 1)
    .limit(1)
    .executeTakeFirst()
  if (limiting) throw new TooManyAttempts(later(limiting.registered_at, windowMs), now)
}

/**
 * Count the attempt, outside of the transaction that is rolled back. Simultaneous attempts may exceed the limit by the
 * number of database connections: a lock would let one IP address occupy them all.
 */
async function refuseTaken({ db, limits }: LimitedDeps, ip: string, now: Date): Promise<never> {
  const inWindow = db
    .selectFrom('taken_registrations')
    .where('address', '=', ip)
    .where('tried_at', '>', earlier(now, windowMs))
  const limiting = inWindow
    .select('tried_at')
    .orderBy('tried_at', 'desc')
    .offset(limits.takenRegistrationsPerIp - 1)
  const counted = await db
    .insertInto('taken_registrations')
    .columns(['address', 'tried_at'])
    .expression(sql`select ${ip}, ${now}::timestamptz where not exists (${limiting.limit(1)})`)
    .executeTakeFirst()
  if (counted.numInsertedOrUpdatedRows === 1n) throw new EmailTaken()
  const { tried_at = now } = (await limiting.limit(1).executeTakeFirst()) ?? {}
  throw new TooManyAttempts(later(tried_at, windowMs), now)
}
