/** Failed logins, counted in the database for all servers together. */
import { sql } from 'kysely'
import { earlier, hours, later, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { TooManyAttempts } from './errors.ts'
import type { Limits } from './limits.ts'

const SHORT_WINDOW = minutes(15)
const LONG_WINDOW = hours(1)

/** Somebody at an address trying the password of an e-mail. */
export interface LoginAttempt {
  email: string
  address: string
  /** Undefined: no account has this e-mail. */
  user: { id: string } | undefined
}

/** No e-mail of a user is longer than this, and an index holds no text without end. */
const emailKey = (email: string) => sql<string>`left(lower(${email}::text collate "C"), 100)`

/** What is counted stays true until the transaction ends: attempts on the same e-mail or from the same address wait. */
export async function lockLogins(tx: Db, { email, address }: LoginAttempt): Promise<void> {
  await sql`select pg_advisory_xact_lock(1, hashtext(${emailKey(email)}))`.execute(tx)
  await sql`select pg_advisory_xact_lock(2, hashtext(${address}))`.execute(tx)
}

/** @throws {TooManyAttempts} on this e-mail from this address, on this e-mail, or from this address */
export async function assertLoginAllowed(db: Db, attempt: LoginAttempt, limits: Limits, now: Date): Promise<void> {
  const { email, address } = attempt
  const failures = (limit: number, windowMs: number) =>
    db
      .selectFrom('login_failures')
      .select('failed_at')
      .where('failed_at', '>', earlier(now, windowMs))
      .orderBy('failed_at', 'desc')
      .offset(limit - 1)
      .limit(1)
  /** The failure that fills a limit blocks until it leaves the window. */
  const refuse = (filling: { failed_at: Date } | undefined, windowMs: number) => {
    if (filling) throw new TooManyAttempts(later(filling.failed_at, windowMs), now)
  }

  const onEmailFromAddress = await failures(limits.loginFailuresPerEmailAndAddress, SHORT_WINDOW)
    .where('email_key', '=', emailKey(email))
    .where('address', '=', address)
    .executeTakeFirst()
  refuse(onEmailFromAddress, SHORT_WINDOW)

  const onEmail = await failures(limits.loginFailuresPerEmail, LONG_WINDOW)
    .where('email_key', '=', emailKey(email))
    .where(({ not, exists, selectFrom }) =>
      // The owner's own addresses are spared, so that a stranger can't lock the owner out.
      not(
        exists(
          selectFrom('login_addresses')
            .where('user_id', '=', attempt.user?.id ?? null)
            .where('address', '=', address),
        ),
      ),
    )
    .executeTakeFirst()
  refuse(onEmail, LONG_WINDOW)

  const fromAddress = await failures(limits.loginFailuresPerAddress, LONG_WINDOW)
    .where('address', '=', address)
    .executeTakeFirst()
  refuse(fromAddress, LONG_WINDOW)
}

export async function recordFailure(db: Db, { email, address }: LoginAttempt, now: Date): Promise<void> {
  await db
    .insertInto('login_failures')
    .values({ email_key: emailKey(email), address, failed_at: now })
    .execute()
}

/** What was failed on this e-mail from this address is forgiven; the address becomes one of the account's own. */
export async function recordSuccess(db: Db, { email, address, user }: LoginAttempt, now: Date): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('email_key', '=', emailKey(email))
    .where('address', '=', address)
    .execute()
  if (!user) return
  await db
    .insertInto('login_addresses')
    .values({ user_id: user.id, address, last_login_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ last_login_at: now }))
    .execute()
}

/** Whoever reads the account's mail has proved to be its owner: the failures of before count no more, from any address. */
export async function forgetFailures(db: Db, email: string): Promise<void> {
  await db.deleteFrom('login_failures').where('email_key', '=', emailKey(email)).execute()
}
