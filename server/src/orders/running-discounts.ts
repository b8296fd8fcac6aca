import { sql } from 'kysely'

/** Whether a row of `discounts` counts on this day of Jakarta. */
export const isRunning = (now: Date) => sql<boolean>`
  ended_at is null and jakarta_day(${now}::timestamptz) between coalesce(from_day, '-infinity') and coalesce(until_day, 'infinity')`
