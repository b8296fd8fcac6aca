/** Preloaded into the shop (`--import`): tells the benchmark, at `INSIDE_PORT`, the shop's statements and its memory. */
import { createServer } from 'node:http'
import { serialize } from 'node:v8'
import pg from 'pg'

export interface SentStatement {
  text: string
  values: unknown[]
  /** Under which it is prepared. */
  name?: string
}

let statements = 0
let recording: SentStatement[] | undefined

const answers = {
  /** The number of statements so far. */
  statements: () => statements,
  /** Keeps each statement from now on. */
  record() {
    recording = []
  },
  recorded() {
    const recorded = recording ?? []
    recording = undefined
    return recorded
  },
  memory: () => process.memoryUsage(),
}

export type Answers = typeof answers

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  statements += 1
  const [sent] = args as [string | SentStatement]
  if (recording) {
    const { text, values = [], name } = typeof sent === 'string' ? { text: sent } : sent
    recording.push({ text, values, ...(name !== undefined && { name }) })
  }
  return query.apply(this, args)
} as typeof pg.Client.prototype.query

// V8's own format keeps the dates and bytes of statements.
createServer(({ url = '' }, response) => {
  const answer = answers[url.slice(1) as keyof Answers]()
  response.writeHead(200, { connection: 'close' }).end(serialize(answer))
})
  .on('error', () => {}) // a process that the shop starts has the same port
  .listen(Number(process.env.INSIDE_PORT), '127.0.0.1')
  .unref()
