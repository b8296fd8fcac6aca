/** Failed logins, counted in the database for all servers together. */
import { sql } from 'kysely'
import { earlier, hours, later, minutes } from '../platform/clock.ts'
import type { Tx } from '../platform/db/db.ts'
import { emailKey } from './email-key.ts'
import { TooManyAttempts } from './errors.ts'
import { type LimitedDeps, lockClasses } from './limits.ts'

const shortWindowMs = minutes(15)
const longWindowMs = hours(1)

/** An attempt to log in to the account of an e-mail. */
export interface LoginAttempt {
  email: string
  ip: string
  /** Undefined if no account has this e-mail. */
  user: { id: string } | undefined
}

/** Shortened, as the size of an index entry is limited. No user's e-mail is longer. */
const failureKey = (email: string) => emailKey(email.slice(0, 100))

/** Makes other attempts on the same e-mail or from the same IP address wait until the transaction ends. */
export async function lockLogins(tx: Tx, { email, ip }: LoginAttempt): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClasses.loginEmail}, hashtext(${failureKey(email)}))`.execute(tx)
  await sql`select pg_advisory_xact_lock(${lockClasses.loginIp}, hashtext(${ip}))`.execute(tx)
}

/** @throws {TooManyAttempts} too many failures for the e-mail from the IP address, for the e-mail, or from the IP address */
export async function assertLoginAllowed({ db, limits }: LimitedDeps, attempt: LoginAttempt, now: Date): Promise<void> {
  const { email, ip } = attempt
  const failures = (limit: number, windowMs: number) =>
    db
      .selectFrom('login_failures')
      .select('failed_at')
      .where('failed_at', '>', earlier(now, windowMs))
      .orderBy('failed_at', 'desc')
      .offset(limit - 1)
      .limit(1)
  /** A limit is reached until the failure that reached it leaves the window. */
  const refuseAfter = (failure: { failed_at: Date } | undefined, windowMs: number) => {
    if (failure) throw new TooManyAttempts(later(failure.failed_at, windowMs), now)
  }

  const forEmailFromIp = await failures(limits.loginFailuresPerEmailAndIp, shortWindowMs)
    .where('email_key', '=', failureKey(email))
    .where('address', '=', ip)
    .executeTakeFirst()
  refuseAfter(forEmailFromIp, shortWindowMs)

  const forEmail = await failures(limits.loginFailuresPerEmail, longWindowMs)
    .where('email_key', '=', failureKey(email))
    .where(({ not, exists, selectFrom }) =>
      // Not counted where the owner has logged in before, so that a stranger can't lock the owner out.
      not(
        exists(
          selectFrom('login_addresses')
            .where('user_id', '=', attempt.user?.id ?? null)
            .where('address', '=', ip),
        ),
      ),
    )
    .executeTakeFirst()
  refuseAfter(forEmail, longWindowMs)

  const fromIp = await failures(limits.loginFailuresPerIp, longWindowMs).where('address', '=', ip).executeTakeFirst()
  refuseAfter(fromIp, longWindowMs)
}

export async function recordLoginFailure(tx: Tx, { email, ip }: LoginAttempt, now: Date): Promise<void> {
  await tx
    .insertInto('login_failures')
    .values({ email_key: failureKey(email), address: ip, failed_at: now })
    .execute()
}

/** Delete the failures for this e-mail from this IP address, and remember the IP address as one of the owner's. */
export async function recordLoginSuccess(tx: Tx, { email, ip, user }: LoginAttempt, now: Date): Promise<void> {
  await tx.deleteFrom('login_failures').where('email_key', '=', failureKey(email)).where('address', '=', ip).execute()
  if (!user) return
  await tx
    .insertInto('login_addresses')
    .values({ user_id: user.id, address: ip, last_login_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ last_login_at: now }))
    .execute()
}

/** For an owner who has proved that they receive the account's mail: earlier failures from any IP address don't count. */
export async function deleteLoginFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('login_failures').where('email_key', '=', failureKey(email)).execute()
}
