/**
 * Marks: rows that are written in the transaction of a change, and deleted after its event was sent with NOTIFY. A mark
 * that stays tells that the event is lost, because its process died in between.
 */
import { sql } from 'kysely'
import { days, earlier } from '../clock.ts'
import type { Db } from '../db/db.ts'

/** Run it in the transaction that publishes an event with this mark, a UUID. */
export const markWrite = (mark: string) => sql`insert into event_marks (id) values (${mark}::uuid)`

export async function deleteMarks(db: Db, marks: readonly string[]): Promise<void> {
  if (marks.length > 0) await sql`delete from event_marks where id = any(${marks}::uuid[])`.execute(db)
}

/** The marks of lost events. Each process has seen them long before. */
export async function deleteOldMarks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('event_marks')
    .where('written_at', '<', earlier(now, days(1)))
    .execute()
}

export const readMarks = 'select id from event_marks'

interface Look {
  /** Everything that was committed before this time, one of `performance.now()`, has been sent. */
  untilMs?: number
  /** Marks have stayed for so long that their events are lost. */
  hasLost?: boolean
}

/** @param lostMs  the age at which the event of a mark counts as lost */
export function watchMarks(lostMs: number) {
  /** The last read of the marks, and their list. */
  let seen: { atMs: number; marks: readonly string[] } = { atMs: performance.now(), marks: [] }
  /** Marks of lost events that were reported. */
  let lost: readonly string[] = []
  return {
    /** Whether an event is under way. */
    isWaiting: () => seen.marks.length > 0,
    /** @param atMs  the moment before `present`, all marks, were read */
    look(present: readonly string[], atMs: number): Look {
      const left = seen.marks.filter((mark) => present.includes(mark))
      const hasLost = left.length > 0 && atMs - seen.atMs > lostMs
      lost = [...lost, ...(hasLost ? left : [])].filter((mark) => present.includes(mark))
      if (left.length > 0 && !hasLost) {
        seen.marks = left
        return {}
      }
      const before = seen.atMs
      seen = { atMs, marks: present.filter((mark) => !lost.includes(mark)) }
      return { hasLost, untilMs: seen.marks.length === 0 ? atMs : before }
    },
  }
}
