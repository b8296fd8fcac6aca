/** Events between the processes on one database, sent with LISTEN and NOTIFY. */
import { randomUUID } from 'node:crypto'
import type { DatabaseConnection, Db, Tx } from '../db/db.ts'
import { afterCommit } from '../db/transact.ts'
import { ListeningConnection, type ListeningOptions } from './listening-connection.ts'
import { type BroadcastEvent, finishSending, type MarkedEvent, sendToOthers } from './outbox.ts'
import { type Subscriber, Subscribers } from './subscribers.ts'

export type { BroadcastEvent } from './outbox.ts'

export interface Broadcast {
  /** It listens, or its first try has failed. From then on no event is missed without a call of `onDisconnect`. */
  opened: Promise<void>
  /** @returns a function that ends the subscription */
  subscribe(topic: string, subscriber: Subscriber): () => void
  /** For at least so long no event of this topic has arrived here; at most a minute. */
  silentMs(topic: string): number
  /** Into the log: what a subscriber could not do. */
  warn(problem: string): void
  close(): Promise<void>
}

/** PostgreSQL takes less than 8,000 bytes, including the id of the sender. */
const maxEventBytes = 7_900

/** Events of an open transaction. They are sent together when it commits. */
const pending = new WeakMap<Tx, MarkedEvent[]>()

interface LocalBroadcast {
  /** Marks the events that this process sends, so that it does not deliver them a second time. */
  id: string
  deliver(event: BroadcastEvent): void
}

/** The broadcast of this process, by the database that it belongs to. */
const localBroadcasts = new WeakMap<Db, LocalBroadcast>()

/**
 * Deliver events to the subscribers of every process: after the commit of a transaction, and never after a rollback;
 * outside a transaction at once. The subscribers of this process receive them before this call, or `transact`, returns.
 * NOTIFY runs after the commit, because inside the transaction it would make commits wait for each other, and `transact`
 * does not wait for it. An event is lost if the process or its connection dies between the two, so a subscriber must also
 * be able to read the state. For events with a mark it is told that one may be lost.
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

/** @returns after the other processes have been notified */
function send(db: Db, events: MarkedEvent[]): Promise<void> {
  const local = localBroadcasts.get(db)
  const sent = sendToOthers(db, events, local?.id)
  for (const event of events) local?.deliver(event)
  return sent
}

/**
 * Listen for events, with one connection for the whole process.
 * @param db  this process publishes with it: its own events are then delivered without PostgreSQL
 */
export function openBroadcast(
  connection: DatabaseConnection,
  log: { warn(message: string): void },
  db?: Db,
  { pingMs = 2_000, answerMs = 5_000, lostMs = 10_000 }: ListeningOptions = {},
): Broadcast {
  const id = randomUUID()
  const warn = (message: string) => log.warn(message)
  const subscribers = new Subscribers(warn)
  const listening = new ListeningConnection({ connection, id, subscribers, warn, pingMs, answerMs, lostMs })
  if (db) localBroadcasts.set(db, { id, deliver: (event) => subscribers.deliver(event, true) })
  return {
    opened: listening.opened,
    subscribe: (topic, subscriber) => subscribers.add(topic, subscriber),
    silentMs: (topic) => subscribers.silentMs(topic),
    warn,
    async close() {
      if (db) {
        localBroadcasts.delete(db)
        await finishSending(db)
      }
      await listening.close()
    },
  }
}
