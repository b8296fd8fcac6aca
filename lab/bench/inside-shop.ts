/** Preloaded into the shop (`--import`): reports its statements to PostgreSQL, and its memory, to its parent. */
import pg from 'pg'

export interface SentStatement {
  text: string
  values: unknown[]
  /** The name of the prepared statement. */
  name?: string
}

/** The answers to the parent's requests. */
export interface Told {
  statements: number
  record: boolean
  recorded: SentStatement[]
  memory: NodeJS.MemoryUsage
}

let statements = 0
let recording: SentStatement[] | undefined

const answers: { [Question in keyof Told]: () => Told[Question] } = {
  statements: () => statements,
  record() {
    recording = []
    return true
  },
  recorded() {
    const recorded = recording ?? []
    recording = undefined
    return recorded
  },
  memory: () => process.memoryUsage(),
}

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

process.on('message', (question) => {
  const answer = answers[question as keyof Told]?.()
  if (answer !== undefined) process.send?.(answer)
})
process.channel?.unref()
