import type { Db } from '../platform/db/db.ts'

export type EndedStatus = 'GAGAL' | 'KADALUARSA' | 'DIBATALKAN'

/** End a PENDING attempt without money. An attempt that has ended keeps its status. */
export async function endAttempt(db: Db, { id, status }: { id: string; status: EndedStatus }): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .execute()
}
