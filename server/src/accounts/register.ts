import type { Registration } from '@camilan/contract/accounts'
import { sql } from 'kysely'
import { earlier, hours, later } from '../platform/clock.ts'
import { transact } from '../platform/db/transact.ts'
import { TooManyAttempts } from './errors.ts'
import { type Client, type LimitedDeps, lockClasses } from './limits.ts'
import { hashPassword } from './password-hash.ts'
import type { UserRow } from './queries.ts'
import { insertUser } from './write-users.ts'

const windowMs = hours(1)

/**
 * Create a customer's account, without a session.
 * @throws {EmailTaken} also if the e-mail differs only in case, and for the later of two simultaneous registrations
 * @throws {TooManyAttempts} too many registrations from this IP address in the last hour
 */
export async function register(
  { db, limits }: LimitedDeps,
  { ip }: Client,
  { name, email, phone, password }: Registration,
  now: Date,
): Promise<UserRow> {
  await assertRegistrationAllowed({ db, limits }, ip, now)
  const password_hash = await hashPassword(password)
  return transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockClasses.registrationIp}, hashtext(${ip}))`.execute(tx)
    await assertRegistrationAllowed({ db: tx, limits }, ip, now)
    await tx.insertInto('registrations').values({ address: ip, registered_at: now }).execute()
    return insertUser(tx, { name, email, phone, password_hash, created_at: now })
  })
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
