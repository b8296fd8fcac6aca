/** Events between the processes on one database, sent with LISTEN and NOTIFY. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { DatabaseConnection, Db, Tx } from '../db/db.ts'
import { afterCommit } from '../db/transact.ts'
import { readMarks, watchMarks } from './marks.ts'
import { type BroadcastEvent, eventChannel, finishSending, type MarkedEvent, sendToOthers } from './outbox.ts'

export type { BroadcastEvent } from './outbox.ts'

export interface Subscriber {
  /** @param isOwn  whether this process has published it, so that of all processes one does what is to be done once */
  onEvent(event: BroadcastEvent, isOwn: boolean): void
  /** Called when events may have been missed: when the listening connection is lost, and when it is restored. */
  onDisconnect(): void
  /** Every event with a mark that was committed before `untilMs`, a time of `performance.now()`, has been delivered. */
  onCaughtUp?(untilMs: number): void
}

export interface Broadcast {
  /** It listens, or its first try has failed. From then on no event is missed without `onDisconnect`. */
  opened: Promise<void>
  /** @returns a function that ends the subscription */
  subscribe(topic: string, subscriber: Subscriber): () => void
  close(): Promise<void>
}

export interface BroadcastOptions {
  /** The pause between two looks at the marks, which also ask whether the listening connection is alive. */
  pingMs?: number
  /** The time for an answer. Without one the connection is replaced. */
  answerMs?: number
  /** After this time a mark is that of a process that died before its NOTIFY. */
  lostMs?: number
}

const reconnectMs = 500
/** The pause before the next look while there are marks. */
const markedMs = 250
/** PostgreSQL takes less than 8,000 bytes, with the id of the sender. */
const maxEventBytes = 7_900

/** Events of a transaction that is still open; they are sent together when it commits. */
const pending = new WeakMap<Tx, MarkedEvent[]>()

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
 * subscriber must also be able to read the state; of events with a mark it is told when that may have happened.
 * @throws {RangeError} an event has more than 7,900 bytes
 */
export async function publish(db: Db | Tx, ...events: MarkedEvent[]): Promise<void> {
  if (events.length === 0) return
  for (const { topic, event, data } of events) {
    const bytes = Buffer.byteLength(JSON.stringify({ topic, event, data }))
    if (bytes > maxEventBytes) throw new RangeError(`The event ${event} of ${topic} has ${bytes} bytes`)
  }
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
function send(db: Db, events: MarkedEvent[]): Promise<void> {
  const local = localBroadcasts.get(db)
  const sent = sendToOthers(db, events, local?.id)
  for (const event of events) local?.deliver(event)
  return sent
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
  { pingMs = 2_000, answerMs = 5_000, lostMs = 10_000 }: BroadcastOptions = {},
): Broadcast {
  const id = randomUUID()
  const subscribers = new Map<string, Set<Subscriber>>()
  let closed = false
  /** Events may have been missed since the last time that the connection listened. */
  let interrupted = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let nextPing: NodeJS.Timeout | undefined
  const marks = watchMarks(lostMs)

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
    next.on('notification', ({ payload }) => payload !== undefined && receive(next, payload))
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
    nextPing = setTimeout(
      async () => {
        try {
          await look(listening)
          if (client === listening && !closed) schedulePing(listening)
        } catch {
          await listening.end().catch(() => {}) // 'end' follows
        }
      },
      marks.isWaiting() ? Math.min(markedMs, pingMs) : pingMs,
    )
  }

  /** PostgreSQL delivers an event that was sent before this question before it answers on the same connection. */
  async function look(listening: pg.Client): Promise<void> {
    const atMs = performance.now()
    const { rows } = await listening.query<{ id: string }>(readMarks)
    const { hasLost, untilMs } = marks.look(
      rows.map(({ id }) => id),
      atMs,
    )
    if (hasLost) {
      log.warn('events are lost: a process has ended, or has lost its database, before it sent them')
      reportDisconnect()
    }
    if (untilMs !== undefined) each(allSubscribers(), (subscriber) => subscriber.onCaughtUp?.(untilMs))
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

  const allSubscribers = () => [...subscribers.values()].flatMap((some) => [...some])

  function reportDisconnect(): void {
    each(allSubscribers(), (subscriber) => subscriber.onDisconnect())
  }

  /** What is no event of ours, as of another release, may say anything: as after a lost connection, all read the state. */
  function receive(listening: pg.Client, payload: string): void {
    let received: BroadcastEvent & { sender?: string }
    try {
      received = JSON.parse(payload)
      if (typeof received.topic !== 'string') throw new TypeError('it has no topic')
    } catch (error) {
      log.warn(`an event can't be read: ${messageOf(error)}`)
      void listening.end().catch(() => {}) // 'end' follows
      return
    }
    const { sender, ...event } = received
    if (sender !== id) deliver(event, false)
  }

  function deliver(event: BroadcastEvent, isOwn: boolean): void {
    each(subscribers.get(event.topic) ?? [], (subscriber) => {
      try {
        subscriber.onEvent(event, isOwn)
      } catch (error) {
        log.warn(`the event ${event.event} of ${event.topic} has failed: ${messageOf(error)}`)
        subscriber.onDisconnect() // it has missed it
      }
    })
  }

  /** None that fails keeps the others from being told, and none ends what calls this. */
  function each(some: Iterable<Subscriber>, tell: (subscriber: Subscriber) => void): void {
    for (const subscriber of some) {
      try {
        tell(subscriber)
      } catch (error) {
        log.warn(`a subscriber has failed: ${messageOf(error)}`)
      }
    }
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
        await finishSending(db)
      }
      clearTimeout(retry)
      clearTimeout(nextPing)
      await client?.end()
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
