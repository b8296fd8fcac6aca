import type { Db, Tx } from './db.ts'

type Action = (db: Db) => Promise<void>

const actionsOf = new WeakMap<Tx, Action[]>()

/**
 * Run `work` in a transaction, commit, then run what `afterCommit` has registered, in that order. When `work` throws,
 * the transaction is rolled back and nothing registered runs.
 */
export async function transact<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const actions: Action[] = []
  const result = await db.transaction().execute((tx) => {
    actionsOf.set(tx, actions)
    return work(tx)
  })
  for (const act of actions) await act(db)
  return result
}

/**
 * Run `action` when this transaction has committed, and never when it rolls back. A crash right after the commit skips
 * it, and by then nothing can be undone: use it for what may be missed, and catch what may fail.
 * @throws the transaction was not begun by `transact`
 */
export function afterCommit(tx: Tx, action: Action): void {
  const actions = actionsOf.get(tx)
  if (!actions) throw new Error('afterCommit needs a transaction that was begun by transact()')
  actions.push(action)
}
