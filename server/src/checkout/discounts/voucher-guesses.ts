/**
 * Who tries many codes learns nothing: after too many different ones that can't be used none can for a while. A code counts
 * from before it is tried, so that simultaneous requests try no more, until it turns out that it can be used.
 */
import { codeKey } from '@camilan/contract/discount-codes'
import { sql } from 'kysely'
import { earlier, hours } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { VoucherUnavailable } from '../errors.ts'

const mostGuesses = 20
const spanMs = hours(1)

interface Guess {
  userId: string
  /** As typed. */
  code: string
}

/** @returns whether the code may be tried */
export async function claimGuess(db: Db, { userId, code }: Guess, now: Date): Promise<boolean> {
  const isOver = sql`guesses.since <= ${earlier(now, spanMs)}`
  const isKnown = sql`guesses.code_keys @> excluded.code_keys`
  const { rows } = await sql`
    insert into voucher_guesses as guesses (user_id, since, code_keys) values (${userId}, ${now}, array[${codeKey(code)}])
    on conflict (user_id) do update set
      since = case when ${isOver} then excluded.since else guesses.since end,
      code_keys = case when ${isOver} then excluded.code_keys when ${isKnown} then guesses.code_keys
        else guesses.code_keys || excluded.code_keys end
    where ${isOver} or ${isKnown} or cardinality(guesses.code_keys) < ${mostGuesses}
    returning user_id`.execute(db)
  return rows.length > 0
}

/** The code can be used. */
export async function dropGuess(db: Db, { userId, code }: Guess): Promise<void> {
  await sql`
    update voucher_guesses set code_keys = array_remove(code_keys, ${codeKey(code)})
    where user_id = ${userId}`.execute(db)
}

/**
 * Place an order with a code, or without the one that may not be tried.
 * @param place  refuses a code that can't be used: VoucherUnavailable
 */
export async function withVoucher<Placed>(
  db: Db,
  { userId, code }: { userId: string; code: string | null | undefined },
  now: Date,
  place: (voucherCode: string | null) => Promise<Placed>,
): Promise<Placed> {
  if (!code || !(await claimGuess(db, { userId, code }, now))) return place(null)
  let isRefused = false
  try {
    return await place(code)
  } catch (error) {
    isRefused = error instanceof VoucherUnavailable
    throw error
  } finally {
    if (!isRefused) await dropGuess(db, { userId, code })
  }
}
