/** Failed logins, counted in the database for all servers together. */
import { sql } from 'kysely'
import { earlier, hours, later, minutes } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { latestStored } from '../../platform/db/stored-moments.ts'
import { emailKey } from '../users/email-key.ts'
import { TooManyAttempts } from '../users/errors.ts'
import { type LimitedDeps, lockClasses } from '../users/limits.ts'

const shortWindowMs = minutes(15)
const longWindowMs = hours(1)

/** An attempt to log in to the account of an e-mail. */
export interface LoginAttempt {
  email: string
  ip: string
  /** Undefined if no account has this e-mail. */
  user: { id: string } | undefined
}

/** Shortened, because the size of an index entry is limited. No user's e-mail is longer. */
const failedEmail = (email: string) => email.slice(0, 100)
const failureKey = (email: string) => emailKey(failedEmail(email))

/** Makes other attempts on the same e-mail, or from the same IP address, wait until the transaction ends. */
export async function lockLogins(tx: Tx, { email, ip }: LoginAttempt): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClasses.loginEmail}, hashtext(${failureKey(email)}))`.execute(tx)
  await sql`select pg_advisory_xact_lock(${lockClasses.loginIp}, hashtext(${ip}))`.execute(tx)
}

/** @throws {TooManyAttempts} too many failures for the e-mail from the IP address, for the e-mail, or from the IP address */
export async function assertLoginAllowed({ db, limits }: LimitedDeps, attempt: LoginAttempt, now: Date): Promise<void> {
  const [reached] = await limitsReached(db, {
    email: failedEmail(attempt.email),
    ip: attempt.ip,
    userId: attempt.user?.id ?? null,
    shortAgo: earlier(now, shortWindowMs),
    longAgo: earlier(now, longWindowMs),
    until: latestStored(now),
    perEmailAndIp: limits.loginFailuresPerEmailAndIp - 1,
    perEmail: limits.loginFailuresPerEmail - 1,
    perIp: limits.loginFailuresPerIp - 1,
  })
  /** A limit is reached until the failure that reached it leaves the window. */
  const refuseAfter = (failedAt: Date | null | undefined, windowMs: number) => {
    if (failedAt) throw new TooManyAttempts(later(failedAt, windowMs), now)
  }
  refuseAfter(reached?.forEmailFromIp, shortWindowMs)
  refuseAfter(reached?.forEmail, longWindowMs)
  refuseAfter(reached?.fromIp, longWindowMs)
}

interface Counted {
  email: string
  ip: string
  userId: string | null
  shortAgo: Date
  longAgo: Date
  until: Date
  /** The number of newer failures at which the limit is reached. */
  perEmailAndIp: number
  perEmail: number
  perIp: number
}

/** The failure that reached each limit: the one with exactly that many newer failures in the window. */
const limitsReached = fixedStatement((db: Db, counted: Counted) => {
  const failures = (since: Date, newer: number) =>
    db
      .selectFrom('login_failures')
      .select('failed_at')
      .where('failed_at', '>', since)
      .where('failed_at', '<=', counted.until)
      .orderBy('failed_at', 'desc')
      .offset(newer)
      .limit(1)
  const { email, ip, userId, shortAgo, longAgo } = counted
  const isOfEmail = sql<boolean>`email_key = ${emailKey(email)}`
  return db.selectNoFrom([
    failures(shortAgo, counted.perEmailAndIp).where(isOfEmail).where('address', '=', ip).as('forEmailFromIp'),
    failures(longAgo, counted.perEmail)
      .where(isOfEmail)
      .where(({ not, exists, selectFrom }) =>
        // Not counted for an IP address from which the owner has logged in, so that a stranger can't lock them out.
        not(exists(selectFrom('login_addresses').where('user_id', '=', userId).where('address', '=', ip))),
      )
      .as('forEmail'),
    failures(longAgo, counted.perIp).where('address', '=', ip).as('fromIp'),
  ])
})

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

/** Call it when an owner has proved to receive the account's mail: earlier failures from any IP address don't count. */
export async function deleteLoginFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('login_failures').where('email_key', '=', failureKey(email)).execute()
}
