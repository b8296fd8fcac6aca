import type { Db } from './db.ts'

interface Waiting<Key, Answer> {
  key: Key
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** The most keys of one statement: all of them wait for the slowest answer. */
const longest = 100

/**
 * Statements that simultaneous calls share: all requests that arrived together are one statement; a single one is sent
 * without delay. Nothing is kept: each answer is read after its call.
 * @param load  makes the answers to these keys, in their order. In a transaction it gets one key
 * @param options.inTurn  while one `load` runs, later calls wait, and share the next. An error of it is one for them, too,
 *   so that nobody waits for more than one `load` while the database does not answer
 */
export function batched<Key, Answer>(
  load: (db: Db, keys: readonly Key[]) => Promise<readonly Answer[]>,
  { inTurn = false }: { inTurn?: boolean } = {},
): (db: Db, key: Key) => Promise<Answer> {
  const queues = new WeakMap<Db, Waiting<Key, Answer>[]>()

  async function answerAll(db: Db, batch: Waiting<Key, Answer>[], waiting: Waiting<Key, Answer>[] = []): Promise<void> {
    try {
      const answers = await load(
        db,
        batch.map(({ key }) => key),
      )
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error)
    }
  }

  async function empty(db: Db, queue: Waiting<Key, Answer>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, longest)
      if (inTurn) await answerAll(db, batch, queue)
      else void answerAll(db, batch)
    }
    queues.delete(db)
  }

  function newQueue(db: Db): Waiting<Key, Answer>[] {
    const queue: Waiting<Key, Answer>[] = []
    queues.set(db, queue)
    setImmediate(() => void empty(db, queue)) // after every socket with data was read
    return queue
  }

  return (db, key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const asked = { key, resolve, reject }
    if (db.isTransaction) void answerAll(db, [asked])
    else (queues.get(db) ?? newQueue(db)).push(asked)
    return promise
  }
}
