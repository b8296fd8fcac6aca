/**
 * A stored moment that is later than now was written while a clock was ahead. It counts as none, because what waits for it
 * would wait until then.
 */
import { type RawBuilder, sql } from 'kysely'
import { earlier, later, minutes } from '../clock.ts'

/** The clocks of processes on one database may differ by this much. */
const differenceMs = minutes(1)

/** The last moment that can have been stored until now. */
export const latestStored = (now: Date): Date => later(now, differenceMs)

/** The moment, or undefined if there is none or if it is later than now. */
export const storedMoment = (at: Date | null | undefined, now: Date): Date | undefined =>
  at && at <= latestStored(now) ? at : undefined

/** Whether the moment of this column is within the last `ms`. */
export const isWithinLast = (column: string, ms: number, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} > ${earlier(now, ms)} and ${sql.ref(column)} <= ${latestStored(now)})`

/** Whether so much time has passed since the moment of this column that its work is due again; null: it is not. */
export const isDueSince = (column: string, ms: number, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} <= ${earlier(now, ms)} or ${sql.ref(column)} > ${latestStored(now)})`
