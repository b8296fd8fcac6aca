import { sql } from 'kysely'
import type { OutsideClock } from '../clock-watch.ts'
import type { Db } from './db.ts'

/** The clock of a database that may run on another machine. */
export function databaseClock(db: Db): OutsideClock {
  return {
    name: 'basis data',
    async read() {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
      return rows[0]?.now ?? null
    },
  }
}
