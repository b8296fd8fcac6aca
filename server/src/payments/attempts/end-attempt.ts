import type { Db } from '../../platform/db/db.ts'
import type { AttemptRow } from './queries.ts'

export type EndedStatus = 'GAGAL' | 'KADALUARSA' | 'DIBATALKAN'

interface Ending {
  id: string
  status: EndedStatus
  /** The token that was closed at the gateway. An attempt that has got one since is not ended. Undefined: any. */
  closed?: { token: string | null }
}

/**
 * End a PENDING attempt without money. An attempt that has ended keeps its status.
 * @returns the ended attempt; undefined if nothing has changed
 */
export function endAttempt(
  db: Db,
  { id, status, closed }: Ending,
): Promise<Pick<AttemptRow, 'id' | 'snap_token' | 'key_set_id'> | undefined> {
  return db
    .updateTable('payment_attempts')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .$if(closed !== undefined, (attempt) => attempt.where('snap_token', 'is not distinct from', closed?.token ?? null))
    .returning(['id', 'snap_token', 'key_set_id'])
    .executeTakeFirst()
}
