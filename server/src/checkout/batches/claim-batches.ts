import { takesOrders } from '@camilan/contract/batch-values'
import { planFrom, type SellerDays, startDay } from '@camilan/contract/days'
import type { Notice } from '@camilan/contract/notifications'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import { BatchUnavailable, soldInBatch } from '../../products/batches.ts'
import type { LockedLine } from '../../products/stock.ts'

interface Claimed {
  /** The day on which all of it is handed over: the latest of its batches' and of what is of the stock. */
  promise: { wantedOn: null; handoverOn: string }
  /** To the seller, of quotas that are sold out now. */
  notices: Notice[]
}

interface Claim {
  days: SellerDays
  /** The seller may add to a batch that is closed to buyers. */
  isBySeller?: boolean
}

interface Row {
  id: string
  productId: string
  batchName: string
  order_until: string
  handed_over_on: string
  left: number
}

/**
 * Hold the batches of these lines as they are until the transaction ends, and read what is left of their quotas. Call it with
 * the products locked: of a product one order after another counts, so that the last place is sold once. Without such lines
 * nothing is asked.
 * @throws {NotFound} there is no such batch
 * @throws {BatchUnavailable} a batch is closed, or has fewer pieces left
 */
export async function claimBatches(
  tx: Tx,
  lines: readonly LockedLine[],
  { days, isBySeller = false }: Claim,
  now: Date,
): Promise<Claimed | null> {
  const wanted = lines.flatMap(({ batchId: id, ...line }) => (id === null ? [] : [{ ...line, id }]))
  if (wanted.length === 0) return null
  const ids = wanted.map(({ id }) => id)
  await sql`select from batches where id = any(${ids}::uuid[]) order by id for share`.execute(tx)
  // A statement of its own, because it must see the change that the lock has waited for.
  const { rows } = await sql<Row>`
    select batches.id, line.product_id as "productId", name as "batchName", order_until, handed_over_on,
      coalesce(quota - ${soldInBatch(sql.ref('batches.id'), sql.ref('line.product_id'))}, 0) as left
    from unnest(${ids}::uuid[], ${wanted.map(({ productId }) => productId)}::uuid[]) as line (batch_id, product_id)
    join batches on batches.id = line.batch_id
    left join batch_products on batch_products.batch_id = batches.id and batch_products.product_id = line.product_id`.execute(
    tx,
  )
  const claims = wanted.flatMap((line) => {
    const row = rows.find(({ id, productId }) => id === line.id && productId === line.productId)
    return row ? [{ ...row, productName: line.name, after: row.left - line.quantity }] : []
  })
  if (claims.length < wanted.length) throw new NotFound('PO tidak ditemukan')
  const refused = claims.filter((claim) => claim.after < 0 || !(isBySeller || takesOrders(claim, now)))
  if (refused.length > 0) throw new BatchUnavailable(refused, now)
  const ready = lines.length > wanted.length ? planFrom(days, startDay(days, now)).handover : null
  const latest = [ready ?? '', ...claims.map(({ handed_over_on }) => handed_over_on)].sort()
  const full = claims.filter(({ after }) => after === 0)
  return {
    promise: { wantedOn: null, handoverOn: latest.at(-1) ?? '' },
    notices: full.map(({ batchName, productName }) => ({ kind: 'batch-full', to: 'admins', batchName, productName })),
  }
}
