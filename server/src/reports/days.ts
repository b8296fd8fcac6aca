import { type RawBuilder, sql } from 'kysely'

/** The Jakarta day of a time. */
export const dayOf = (time: Date | RawBuilder<Date>) =>
  sql<string>`((${time})::timestamptz at time zone 'Asia/Jakarta')::date`

/** The first of the last `days` Jakarta days, the day of `now` included. */
export const firstDay = (days: number, now: Date) => sql<string>`(${dayOf(now)} - ${days - 1}::integer)`

/** When a Jakarta day began. */
export const midnight = (day: RawBuilder<string>) => sql<Date>`((${day})::timestamp at time zone 'Asia/Jakarta')`
