/** Preloaded into the shop (`--import`): tells its parent what it sends to PostgreSQL, its memory, and where its time goes. */
import { Session } from 'node:inspector/promises'
import pg from 'pg'
import { type SelfTimes, selfTimes } from './self-times.ts'

export interface SentStatement {
  text: string
  values: unknown[]
  /** Under which it is prepared. */
  name?: string
}

/** The answers to what the parent may ask. */
export interface Told {
  statements: number
  record: boolean
  recorded: SentStatement[]
  memory: NodeJS.MemoryUsage
  profile: boolean
  profiled: SelfTimes
}

let statements = 0
let recording: SentStatement[] | undefined
const session = new Session()

const answers: { [Question in keyof Told]: () => Told[Question] | Promise<Told[Question]> } = {
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
  async profile() {
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 200 })
    await session.post('Profiler.start')
    return true
  },
  async profiled() {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    return selfTimes(profile)
  },
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

process.on('message', async (question) => {
  const answer = await answers[question as keyof Told]?.()
  if (answer !== undefined) process.send?.(answer)
})
process.channel?.unref()
