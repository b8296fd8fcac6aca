/** Events between the processes on one database, carried by LISTEN and NOTIFY. */
import { sql } from 'kysely'
import pg from 'pg'
import type { DatabaseConnection, Db, Tx } from '../db/db.ts'
import { afterCommit } from '../db/transact.ts'

export interface BroadcastEvent {
  /** Whom or what it concerns; a subscriber gets only the events of its own topic. */
  topic: string
  event: string
  data: unknown
}

export interface Subscriber {
  onEvent(event: BroadcastEvent): void
  /** The connection broke and is there again: events in between were missed, so read the current state. */
  onDisconnect(): void
}

export interface Broadcast {
  /** @returns a function that ends the subscription */
  subscribe(topic: string, subscriber: Subscriber): () => void
  close(): Promise<void>
}

export const eventChannel = 'camilan_events'
const reconnectMs = 500

/** Events of a transaction that is still open; they leave together when it commits. */
const pending = new WeakMap<Tx, BroadcastEvent[]>()

/**
 * Deliver events to the subscribers of every process: in a transaction when it has committed, and never when it rolls
 * back; else at once. NOTIFY stays out of the transaction, as it would make commits wait for each other. Events are
 * lost when the process or the connection dies just then, so whoever subscribes must also be able to read the state.
 * At most 8,000 bytes for each event.
 */
export async function publish(db: Db | Tx, ...events: BroadcastEvent[]): Promise<void> {
  if (events.length === 0) return
  if (!isTransaction(db)) return send(db, events)
  const registered = pending.get(db)
  if (registered) {
    registered.push(...events)
    return
  }
  const mine = [...events]
  pending.set(db, mine)
  afterCommit(db, (committed) => send(committed, mine).catch(() => {}))
}

const isTransaction = (db: Db | Tx): db is Tx => db.isTransaction

async function send(db: Db, events: BroadcastEvent[]): Promise<void> {
  const payloads = events.map((event) => JSON.stringify(event))
  await sql`select pg_notify(${eventChannel}, payload) from unnest(${payloads}::text[]) as payload`.execute(db)
}

/** One connection of its own listens for the whole process. It reconnects by itself. */
export function openBroadcast(connection: DatabaseConnection, log: { warn(message: string): void }): Broadcast {
  const subscribers = new Map<string, Set<Subscriber>>()
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 5_000 })
    client = next
    next.on('error', () => {}) // 'end' follows
    next.once('end', reconnect)
    next.on('notification', ({ payload }) => payload !== undefined && deliver(payload))
    try {
      await next.connect()
      await next.query(`listen ${eventChannel}`)
    } catch {
      await next.end().catch(() => {})
      reconnect()
    }
  }

  function deliver(payload: string): void {
    const event = JSON.parse(payload) as BroadcastEvent
    for (const subscriber of subscribers.get(event.topic) ?? []) subscriber.onEvent(event)
  }

  function reconnect(): void {
    if (closed || retry) return
    log.warn('the connection that listens for events broke')
    retry = setTimeout(async () => {
      retry = undefined
      await connect()
      for (const subscriber of [...subscribers.values()].flatMap((some) => [...some])) subscriber.onDisconnect()
    }, reconnectMs)
  }

  void connect()
  return {
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
      clearTimeout(retry)
      await client?.end()
    },
  }
}
