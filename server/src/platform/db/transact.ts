import type { Db, Tx } from './db.ts'
import { isSerializationFailure, isStaleStatement } from './db-failure.ts'

type Action = (db: Db) => Promise<void>

/** How often a transaction is run at most. */
const maxRuns = 4

const actionsOf = new WeakMap<Tx, Action[]>()

/**
 * Run `work` in a transaction, commit, then run the actions registered with `afterCommit`, in their order. When `work`
 * throws, the transaction is rolled back and no action runs. After a serialization failure, or a migration of a newer release, `work` runs again, so it must
 * not change anything outside of the transaction.
 * @param options.mayRunAgain  other errors after which `work` runs again
 */
export async function transact<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  { mayRunAgain = () => false }: { mayRunAgain?: (error: unknown) => boolean } = {},
): Promise<Result> {
  for (let run = 1; ; run += 1) {
    const actions: Action[] = []
    try {
      const result = await db.transaction().execute((tx) => {
        actionsOf.set(tx, actions)
        return work(tx)
      })
      for (const action of actions) await action(db)
      return result
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
 * Run `action` after this transaction has committed; it does not run after a rollback, nor when the process crashes
 * right after the commit. Its errors can't undo the commit. Use it only for effects that may be lost, and catch errors.
 * @throws the transaction was not started by `transact`
 */
export function afterCommit(tx: Tx, action: Action): void {
  const actions = actionsOf.get(tx)
  if (!actions) throw new Error('afterCommit needs a transaction started by transact()')
  actions.push(action)
}
