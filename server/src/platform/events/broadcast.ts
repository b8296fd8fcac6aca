/** Events between the processes on one database, sent with LISTEN and NOTIFY. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { DatabaseConnection, Db, Tx } from '../db/db.ts'
import { afterCommit } from '../db/transact.ts'

export interface BroadcastEvent {
  /** Who or what the event is about; a subscriber gets only the events of its own topic. */
  topic: string
  event: string
  data: unknown
}

export interface Subscriber {
  /** @param isOwn  whether this process has published it, so that of all processes one does what is to be done once */
  onEvent(event: BroadcastEvent, isOwn: boolean): void
  /** Called when the listening connection is lost and when it is restored: events in between may have been missed. */
  onDisconnect(): void
}

export interface Broadcast {
  /** It listens, or its first try has failed. From then on no event is missed without `onDisconnect`. */
  opened: Promise<void>
  /** @returns a function that ends the subscription */
  subscribe(topic: string, subscriber: Subscriber): () => void
  close(): Promise<void>
}

export interface BroadcastOptions {
  /** The pause between two questions whether the listening connection is alive. */
  pingMs?: number
  /** The time for an answer. Without one the connection is replaced. */
  answerMs?: number
}

export const eventChannel = 'camilan_events'
const reconnectMs = 500

/** Events of a transaction that is still open; they are sent together when it commits. */
const pending = new WeakMap<Tx, BroadcastEvent[]>()

interface LocalBroadcast {
  /** Marks the events that this process sends, so that it does not deliver them a second time. */
  id: string
  deliver(event: BroadcastEvent): void
}

/** The broadcast of this process, by the database that it belongs to. */
const localBroadcasts = new WeakMap<Db, LocalBroadcast>()

/**
 * Deliver events to the subscribers of every process: in a transaction after it has committed, and never when it rolls
 * back; outside of a transaction at once. The subscribers of this process receive them before this call, or `transact`,
 * returns. NOTIFY runs after the commit because inside the transaction it would make commits wait for each other, and
 * `transact` does not wait for it. Events are lost when the process or its connection dies between the two, so a
 * subscriber must also be able to read the state.
 * An event may have at most 7,900 bytes.
 */
export async function publish(db: Db | Tx, ...events: BroadcastEvent[]): Promise<void> {
  if (events.length === 0) return
  if (!isTransaction(db)) return send(db, events)
  const registered = pending.get(db)
  if (registered) {
    registered.push(...events)
    return
  }
  const collected = [...events]
  pending.set(db, collected)
  afterCommit(db, async (committed) => {
    send(committed, collected).catch(() => {})
  })
}

const isTransaction = (db: Db | Tx): db is Tx => db.isTransaction

/** @returns when the other processes have been notified */
function send(db: Db, events: BroadcastEvent[]): Promise<void> {
  const local = localBroadcasts.get(db)
  const outbox = outboxes.get(db) ?? { waiting: [] }
  outboxes.set(db, outbox)
  outbox.waiting.push(...events.map((event) => JSON.stringify({ ...event, sender: local?.id })))
  outbox.sending ??= empty(db, outbox).finally(() => delete outbox.sending)
  // After they are on their way to the others: a subscriber that throws ends this call.
  for (const event of events) local?.deliver(event)
  return outbox.sending
}

interface Outbox {
  /** Payloads for the other processes, in the order of the events. */
  waiting: string[]
  sending?: Promise<void>
}

/** One statement at a time sends the events of a database, so that they stay in order; the next takes all that wait. */
const outboxes = new WeakMap<Db, Outbox>()

/** @throws what the last failed statement did; its events are lost, those after them are sent all the same */
async function empty(db: Db, outbox: Outbox): Promise<void> {
  let failure: { error: unknown } | undefined
  while (outbox.waiting.length > 0) {
    const payloads = outbox.waiting.splice(0)
    try {
      await sql`select pg_notify(${eventChannel}, payload) from unnest(${payloads}::text[]) as payload`.execute(db)
    } catch (error) {
      failure = { error }
    }
  }
  if (failure) throw failure.error
}

/**
 * Listen for events with one connection for the whole process. It reconnects by itself, also when the connection has
 * gone silent: a link that was dropped on the way sends no events, and no error either.
 * @param db  what this process publishes with: its own events are then delivered without the way through PostgreSQL
 */
export function openBroadcast(
  connection: DatabaseConnection,
  log: { warn(message: string): void },
  db?: Db,
  { pingMs = 10_000, answerMs = 5_000 }: BroadcastOptions = {},
): Broadcast {
  const id = randomUUID()
  const subscribers = new Map<string, Set<Subscriber>>()
  let closed = false
  /** Events may have been missed since the last time that the connection listened. */
  let interrupted = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let nextPing: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connection,
      application_name: eventChannel,
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    client = next
    next.on('error', () => {}) // 'end' follows
    next.once('end', reconnect)
    next.on('notification', ({ payload }) => payload !== undefined && receive(payload))
    try {
      await next.connect()
      await next.query(`listen ${eventChannel}`)
    } catch {
      await next.end().catch(() => {})
      reconnect()
      return
    }
    if (interrupted) reportDisconnect()
    interrupted = false
    schedulePing(next)
  }

  function schedulePing(listening: pg.Client): void {
    nextPing = setTimeout(async () => {
      try {
        await listening.query('select 1')
        if (client === listening && !closed) schedulePing(listening)
      } catch {
        await listening.end().catch(() => {}) // 'end' follows
      }
    }, pingMs)
  }

  function reconnect(): void {
    if (closed || retry) return
    clearTimeout(nextPing)
    if (!interrupted) {
      interrupted = true
      log.warn('the connection that listens for events broke')
      reportDisconnect()
    }
    retry = setTimeout(() => {
      retry = undefined
      void connect()
    }, reconnectMs)
  }

  function reportDisconnect(): void {
    for (const subscriber of [...subscribers.values()].flatMap((some) => [...some])) subscriber.onDisconnect()
  }

  function receive(payload: string): void {
    const { sender, ...event } = JSON.parse(payload) as BroadcastEvent & { sender?: string }
    if (sender !== id) deliver(event, false)
  }

  function deliver(event: BroadcastEvent, isOwn: boolean): void {
    for (const subscriber of subscribers.get(event.topic) ?? []) subscriber.onEvent(event, isOwn)
  }

  if (db) localBroadcasts.set(db, { id, deliver: (event) => deliver(event, true) })
  return {
    opened: connect(),
    subscribe(topic, subscriber) {
      const ofTopic = subscribers.get(topic) ?? new Set()
      subscribers.set(topic, ofTopic.add(subscriber))
      return () => {
        ofTopic.delete(subscriber)
        if (ofTopic.size === 0 && subscribers.get(topic) === ofTopic) subscribers.delete(topic)
      }
    },
    async close() {
      closed = true
      if (db) {
        localBroadcasts.delete(db)
        await outboxes.get(db)?.sending?.catch(() => {})
      }
      clearTimeout(retry)
      clearTimeout(nextPing)
      await client?.end()
    },
  }
}
