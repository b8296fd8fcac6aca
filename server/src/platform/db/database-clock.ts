import { sql } from 'kysely'
import type { OutsideClock } from '../clock-watch.ts'
import type { Db } from './db.ts'

/** The clock of a database that may run on another machine. */
export const databaseClock = (db: Db): OutsideClock => ({
  name: 'basis data',
  read: async () => (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]?.now ?? null,
})
