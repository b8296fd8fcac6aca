/**
 * A process that holds a lease, writes to the table `writes`, and stops itself in the middle of a transaction. A test forks
 * this file, sends it a task, lets it go on with SIGCONT, and is told why it can't write then.
 */
import { once } from 'node:events'
import { sql } from 'kysely'
import { type DatabaseConnection, openDb } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { withLease } from '../platform/jobs/lease.ts'

export interface LeaseTask {
  connection: DatabaseConnection
  job: { name: string; leaseMs: number }
  idleInTransactionMs: number
}

const [{ connection, job, idleInTransactionMs }] = (await once(process, 'message')) as [LeaseTask]
const { db } = openDb(connection, { idleInTransactionMs })
const write = sql`insert into writes (writer) values ('child')`
await withLease(db, job, async (fenced) => {
  const errors: string[] = []
  const writeTwice = async () => {
    await write.execute(fenced)
    await transact(fenced, async (tx) => {
      await write.execute(tx)
      await new Promise((sent) => process.send?.('in a transaction', sent))
      process.kill(process.pid, 'SIGSTOP')
    })
  }
  // Once more after the first failure, as a task that does not notice it in time.
  while (errors.length < 2) await writeTwice().catch((error: unknown) => errors.push(String(error)))
  process.send?.(errors.join())
})
process.exit()
