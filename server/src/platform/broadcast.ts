/** News between the processes on one database: whoever commits tells, whoever listens hears. */
import { sql } from 'kysely'
import pg from 'pg'
import type { DatabaseConnection, Db } from './db.ts'

export interface News {
  /** Whom or what it concerns; a listener hears only its own topic. */
  topic: string
  event: string
  data: unknown
}

export interface Listener {
  hear(news: News): void
  /** The line was down: what was told meanwhile is lost, so look for yourself. */
  lost(): void
}

export interface Broadcast {
  /** @returns what ends it */
  listen(topic: string, listener: Listener): () => void
  close(): Promise<void>
}

export const newsChannel = 'camilan_news'
const reconnectMs = 500

/** Tell it when this transaction commits, and never when it doesn't. PostgreSQL takes 8,000 bytes at a time. */
export async function tell(db: Db, ...news: News[]): Promise<void> {
  if (news.length === 0) return
  const texts = news.map((item) => JSON.stringify(item))
  await sql`select pg_notify(${newsChannel}, text) from unnest(${texts}::text[]) as text`.execute(db)
}

/** One connection of its own listens for the whole process, and connects anew when it breaks. */
export function openBroadcast(connection: DatabaseConnection, log: { warn(message: string): void }): Broadcast {
  const listeners = new Map<string, Set<Listener>>()
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 5_000 })
    client = next
    next.on('error', () => {}) // 'end' follows
    next.once('end', reconnect)
    next.on('notification', ({ payload }) => payload !== undefined && hear(payload))
    try {
      await next.connect()
      await next.query(`listen ${newsChannel}`)
    } catch {
      await next.end().catch(() => {})
      reconnect()
    }
  }

  function hear(payload: string): void {
    const news = JSON.parse(payload) as News
    for (const listener of listeners.get(news.topic) ?? []) listener.hear(news)
  }

  function reconnect(): void {
    if (closed || retry) return
    log.warn('the connection that hears news broke')
    retry = setTimeout(async () => {
      retry = undefined
      await connect()
      for (const listener of [...listeners.values()].flatMap((some) => [...some])) listener.lost()
    }, reconnectMs)
  }

  void connect()
  return {
    listen(topic, listener) {
      const same = listeners.get(topic) ?? new Set()
      listeners.set(topic, same.add(listener))
      return () => {
        same.delete(listener)
        if (same.size === 0 && listeners.get(topic) === same) listeners.delete(topic)
      }
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
