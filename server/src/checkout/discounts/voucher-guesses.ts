/** A buyer who tries many codes learns nothing: after too many that can't be used none can for a while. */
import { earlier, hours } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'

const mostGuesses = 20
const spanMs = hours(1)

const recentGuesses = (db: Db, userId: string, now: Date) =>
  db.selectFrom('voucher_guesses').where('user_id', '=', userId).where('at', '>', earlier(now, spanMs))

export async function mayGuess(db: Db, userId: string, now: Date): Promise<boolean> {
  const { guesses } = await recentGuesses(db, userId, now)
    .select((eb) => eb.fn.countAll<number>().as('guesses'))
    .executeTakeFirstOrThrow()
  return guesses < mostGuesses
}

export async function recordGuess(db: Db, userId: string, now: Date): Promise<void> {
  const old = earlier(now, spanMs)
  await db.deleteFrom('voucher_guesses').where('user_id', '=', userId).where('at', '<=', old).execute()
  await db.insertInto('voucher_guesses').values({ user_id: userId, at: now }).execute()
}
