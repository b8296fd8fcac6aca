import type { IsolationLevel } from 'kysely'
import { isSerializationFailure, isStaleStatement } from './connections/db-failure.ts'
import type { Db, Tx } from './db.ts'

type Action = (db: Db) => Promise<void>

interface TransactionOptions {
  /** The default is read committed. */
  isolation?: IsolationLevel
  isReadOnly?: boolean
  /** Other errors after which `work` runs again. */
  mayRunAgain?: (error: unknown) => boolean
}

/** The most runs of a transaction. */
const maxRuns = 4

const actionsOf = new WeakMap<Tx, Action[]>()

/**
 * Run `work` in a transaction, commit, then run the actions registered with `afterCommit`, in their order. If `work`
 * throws, the transaction is rolled back and no action runs. After a serialization failure, or a migration of a newer
 * release, `work` runs again, so it must not change anything outside the transaction. An action that fails is logged,
 * because the transaction has succeeded.
 */
export async function transact<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  const { actions, result } = await commit(db, work, options)
  for (const action of actions) {
    try {
      await action(db)
    } catch (error) {
      console.error('An action after a commit failed.', error)
    }
  }
  return result
}

async function commit<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  { isolation, isReadOnly = false, mayRunAgain = () => false }: TransactionOptions,
): Promise<{ actions: Action[]; result: Result }> {
  let transaction = db.transaction()
  if (isolation) transaction = transaction.setIsolationLevel(isolation)
  if (isReadOnly) transaction = transaction.setAccessMode('read only')
  for (let run = 1; ; run += 1) {
    const actions: Action[] = []
    try {
      const result = await transaction.execute((tx) => {
        actionsOf.set(tx, actions)
        return work(tx)
      })
      return { actions, result }
    } catch (error) {
      if (
        run === maxRuns ||
        ![isSerializationFailure, isStaleStatement, mayRunAgain].some((isPassing) => isPassing(error))
      )
        throw error
    }
  }
}

/**
 * Run `action` after this transaction has committed. It does not run after a rollback, nor if the process crashes right
 * after the commit. `transact` waits for it. Use it only for effects that may be lost.
 * @throws the transaction was not started by `transact`
 */
export function afterCommit(tx: Tx, action: Action): void {
  const actions = actionsOf.get(tx)
  if (!actions) throw new Error('afterCommit needs a transaction started by transact()')
  actions.push(action)
}
