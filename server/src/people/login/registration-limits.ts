/** The number of accounts that one IP address may make in an hour, and of its attempts with taken e-mails. */
import { sql } from 'kysely'
import { hours, later } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { isWithinLast } from '../../platform/db/stored-moments.ts'
import { EmailTaken, TooManyAttempts } from '../users/errors.ts'
import { type LimitedDeps, type Limits, lockClasses } from '../users/limits.ts'

const windowMs = hours(1)

/** @throws {TooManyAttempts} */
export async function assertRegistrationAllowed({ db, limits }: LimitedDeps, ip: string, now: Date): Promise<void> {
  const limiting = await db
    .selectFrom('registrations')
    .select('registered_at')
    .where('address', '=', ip)
    .where(isWithinLast('registered_at', windowMs, now))
    .orderBy('registered_at', 'desc')
    .offset(limits.registrationsPerIp - 1)
    .limit(1)
    .executeTakeFirst()
  if (limiting) throw new TooManyAttempts(later(limiting.registered_at, windowMs), now)
}

/**
 * Count a registration. Other registrations from the same IP address wait until the transaction ends.
 * @throws {TooManyAttempts}
 */
export async function countRegistration(tx: Tx, limits: Limits, ip: string, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClasses.registrationIp}, hashtext(${ip}))`.execute(tx)
  await assertRegistrationAllowed({ db: tx, limits }, ip, now)
  await tx.insertInto('registrations').values({ address: ip, registered_at: now }).execute()
}

/**
 * Count the attempt, outside the transaction that is rolled back. Simultaneous attempts may exceed the limit by the number
 * of database connections: with a lock one IP address could occupy them all.
 * @throws {EmailTaken}
 * @throws {TooManyAttempts}
 */
export async function refuseTaken({ db, limits }: LimitedDeps, ip: string, now: Date): Promise<never> {
  const inWindow = db
    .selectFrom('taken_registrations')
    .where('address', '=', ip)
    .where(isWithinLast('tried_at', windowMs, now))
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
