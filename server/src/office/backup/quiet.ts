import { createMissingSpan, markCompared, readMissingSpan } from '../../payments/statement/missing-spans.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { ShopError } from '../../platform/errors.ts'
import { type Broadcast, publish } from '../../platform/events/broadcast.ts'
import { follow } from '../../platform/events/follow.ts'
import { type MissingSpan, type Quiet, type QuietMark, quietTopic } from '../../platform/quiet.ts'

/** An event can be lost. The mark is read again after this time. */
const rereadMs = 30_000

/** The time that a client should wait. Meanwhile the operator checks the restored shop. */
const retryAfterSeconds = 300

export class QuietAfterRestore extends ShopError<'UNAVAILABLE'> {
  constructor() {
    super('UNAVAILABLE', {
      sentence: 'Toko baru dipulihkan dari cadangan dan belum menerima pesanan. Silakan coba lagi nanti.',
      retryAfterSeconds,
    })
  }
}

/** Read the mark and the missing time. An event reports their end. */
export async function openQuiet(db: Db, broadcast: Broadcast): Promise<Quiet & { close(): void }> {
  let mark: QuietMark | undefined
  let missing: MissingSpan | undefined
  const read = async () => {
    mark = await readQuietMark(db)
    missing = await readMissingSpan(db)
    return false
  }
  const { reload, close } = await follow(read, { broadcast, topic: quietTopic, rereadMs })
  await reload() // a shop that did not know the mark would count as live
  return {
    close,
    mark: () => mark,
    isOn: () => mark !== undefined,
    missing: () => missing,
    async assertLive() {
      if (mark) throw new QuietAfterRestore()
    },
  }
}

export function readQuietMark(db: Db): Promise<QuietMark | undefined> {
  return db.selectFrom('quiet_mark').select('backup_made_at as madeAt').executeTakeFirst()
}

/** @returns false when the shop was not quiet */
export async function endQuiet(db: Db, now: Date): Promise<boolean> {
  return transact(db, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('quiet_mark').executeTakeFirst()
    if (!(await hasReports(tx))) await markCompared(tx, null, now)
    await publish(tx, { topic: quietTopic, event: 'ended', data: null })
    return numDeletedRows > 0n
  })
}

/** The time that a quiet shop may lack and nobody has compared; undefined also where no gateway has reports. */
export async function uncomparedSpan(db: Db): Promise<MissingSpan | undefined> {
  const isAsked = (await readQuietMark(db)) !== undefined && (await hasReports(db))
  return isAsked ? readMissingSpan(db) : undefined
}

/** The local sandbox has none. */
async function hasReports(db: Db): Promise<boolean> {
  const sets = db.selectFrom('payment_key_sets').select('id').where('environment', '<>', 'local')
  return (await sets.limit(1).executeTakeFirst()) !== undefined
}

type Query = (text: string, values?: unknown[]) => Promise<unknown>

/** Make the shop quiet, in the transaction that restores it. The backup may be older than the table: then it is made. */
export async function createQuietMark(query: Query, { madeAt }: QuietMark, now: Date): Promise<void> {
  await query(`create table if not exists quiet_mark (
    only_row boolean primary key default true check (only_row),
    backup_made_at timestamptz not null,
    restored_at timestamptz not null
  )`)
  await query('insert into quiet_mark (backup_made_at, restored_at) values ($1, $2)', [madeAt, now])
  await createMissingSpan(query, { from: madeAt, until: now })
}
