import pg from 'pg'
import type { DatabaseConnection } from '../db/db.ts'
import { readMarks, watchMarks } from './marks.ts'
import { type BroadcastEvent, eventChannel } from './outbox.ts'
import { messageOf, type Subscribers } from './subscribers.ts'

export interface ListeningOptions {
  /** The pause between two checks of the marks, which also test whether the listening connection is alive. */
  pingMs?: number
  /** The time for an answer. Without one the connection is replaced. */
  answerMs?: number
  /** A mark of this age belongs to a process that died before its NOTIFY. */
  lostMs?: number
}

interface Listening extends Required<ListeningOptions> {
  connection: DatabaseConnection
  /** The id of this process, which delivers its own events itself. */
  id: string
  subscribers: Subscribers
  warn: (message: string) => void
}

const reconnectMs = 500
/** The pause before the next check while there are marks. */
const markedMs = 250

/**
 * One connection that listens for the whole process. It is replaced when it breaks or becomes silent: a link that was
 * dropped on the way sends neither events nor errors.
 */
export class ListeningConnection {
  /** It listens, or its first try has failed. */
  readonly opened: Promise<void>
  readonly #options: Listening
  readonly #marks: ReturnType<typeof watchMarks>
  #closed = false
  /** Events may have been missed since the connection last listened. */
  #interrupted = false
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #nextPing: NodeJS.Timeout | undefined

  constructor(options: Listening) {
    this.#options = options
    this.#marks = watchMarks(options.lostMs)
    this.opened = this.#connect()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    clearTimeout(this.#nextPing)
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    const { connection, answerMs, subscribers } = this.#options
    const next = new pg.Client({
      ...connection,
      application_name: eventChannel,
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    this.#client = next
    next.on('error', () => {}) // 'end' follows
    next.once('end', () => this.#reconnect())
    next.on('notification', ({ payload }) => payload !== undefined && this.#receive(next, payload))
    try {
      await next.connect()
      await next.query(`listen ${eventChannel}`)
    } catch {
      await next.end().catch(() => {})
      this.#reconnect()
      return
    }
    if (this.#interrupted) subscribers.disconnected()
    this.#interrupted = false
    this.#schedulePing(next)
  }

  #reconnect(): void {
    if (this.#closed || this.#retry) return
    clearTimeout(this.#nextPing)
    if (!this.#interrupted) {
      this.#interrupted = true
      this.#options.warn('the connection that listens for events broke')
      this.#options.subscribers.disconnected()
    }
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      void this.#connect()
    }, reconnectMs)
  }

  #schedulePing(listening: pg.Client): void {
    const { pingMs } = this.#options
    this.#nextPing = setTimeout(
      async () => {
        try {
          await this.#look(listening)
          if (this.#client === listening && !this.#closed) this.#schedulePing(listening)
        } catch {
          await listening.end().catch(() => {}) // 'end' follows
        }
      },
      this.#marks.isWaiting() ? Math.min(markedMs, pingMs) : pingMs,
    )
  }

  /** PostgreSQL delivers earlier events before it answers this question on the same connection. */
  async #look(listening: pg.Client): Promise<void> {
    const { warn, subscribers } = this.#options
    const atMs = performance.now()
    const { rows } = await listening.query<{ id: string }>(readMarks)
    const { hasLost, untilMs } = this.#marks.look(
      rows.map(({ id }) => id),
      atMs,
    )
    if (hasLost) {
      warn('events are lost: a process has ended, or has lost its database, before it sent them')
      subscribers.disconnected()
    }
    if (untilMs !== undefined) subscribers.caughtUp(untilMs)
  }

  /** A message that is no event, for example of another release: all read the state, as after a lost connection. */
  #receive(listening: pg.Client, payload: string): void {
    let received: BroadcastEvent & { sender?: string }
    try {
      received = JSON.parse(payload)
      if (typeof received.topic !== 'string') throw new TypeError('it has no topic')
    } catch (error) {
      this.#options.warn(`an event can't be read: ${messageOf(error)}`)
      void listening.end().catch(() => {}) // 'end' follows
      return
    }
    const { sender, ...event } = received
    if (sender !== this.#options.id) this.#options.subscribers.deliver(event, false)
  }
}
