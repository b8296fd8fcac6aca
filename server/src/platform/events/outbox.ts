/** Sends events to the other processes on the database. */
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { deleteMarks } from './marks.ts'

export interface BroadcastEvent {
  /** The subject of the event. A subscriber gets only the events of its own topic. */
  topic: string
  event: string
  data: unknown
}

export interface MarkedEvent extends BroadcastEvent {
  /** The mark that `markWrite` has written in the same transaction. */
  mark?: string | undefined
}

export const eventChannel = 'camilan_events'
/** A process deletes the marks of sent events together. A job deletes them at once, while it may still write. */
const marksStayMs = 200

interface Outbox {
  /** In their order. */
  waiting: MarkedEvent[]
  sending?: Promise<void>
  sentMarks: string[]
  deletion?: NodeJS.Timeout
}

/** One statement at a time sends the events of a database, so that they stay in order. The next takes all that wait. */
const outboxes = new WeakMap<Db, Outbox>()

/**
 * @param sender  the id of the process, which does not receive them again; undefined in a job and in a command
 * @returns after the other processes have been notified
 */
export function sendToOthers(db: Db, events: readonly MarkedEvent[], sender: string | undefined): Promise<void> {
  const outbox = outboxes.get(db) ?? { waiting: [], sentMarks: [] }
  outboxes.set(db, outbox)
  outbox.waiting.push(...events)
  outbox.sending ??= empty(db, outbox, sender).finally(() => delete outbox.sending)
  return outbox.sending
}

/** Wait until the events are sent, and delete their marks. */
export async function finishSending(db: Db): Promise<void> {
  const outbox = outboxes.get(db)
  if (!outbox) return
  await outbox.sending?.catch(() => {})
  await deleteSentMarks(db, outbox)
}

/** If the database is away some marks stay. They only make the other processes read everything again. */
async function deleteSentMarks(db: Db, outbox: Outbox): Promise<void> {
  clearTimeout(outbox.deletion)
  delete outbox.deletion
  await deleteMarks(db, outbox.sentMarks.splice(0)).catch(() => {})
}

/** @throws the error of the last failed statement; its events are lost, but later ones are sent */
async function empty(db: Db, outbox: Outbox, sender: string | undefined): Promise<void> {
  let failure: { error: unknown } | undefined
  while (outbox.waiting.length > 0) {
    const events = outbox.waiting.splice(0)
    const payloads = events.map(({ mark: _, ...event }) => JSON.stringify({ ...event, sender }))
    try {
      await sql`select pg_notify(${eventChannel}, payload) from unnest(${payloads}::text[]) as payload`.execute(db)
      // Not in the same statement, because a listener could see it before PostgreSQL has delivered the events.
      outbox.sentMarks.push(...events.flatMap(({ mark }) => mark ?? []))
      if (sender === undefined) await deleteSentMarks(db, outbox)
      else outbox.deletion ??= setTimeout(() => void deleteSentMarks(db, outbox), marksStayMs)
    } catch (error) {
      failure = { error }
    }
  }
  if (failure) throw failure.error
}
