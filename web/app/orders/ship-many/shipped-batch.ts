import { type ShippingResult, UndoingResult } from '@camilan/contract/ship-orders'
import { success } from '@camilan/contract/wire'
import * as z from 'zod/mini'
import { batchesOf } from '~/orders/load-order-ids'
import { api } from '~/platform/api/api'
import { onOtherAccount } from '~/platform/api/session'
import { readDraft, writeDraft } from '~/platform/forms/draft'
import { formatNumber } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import { createStore } from '~/platform/state/store'
import { toast } from '~/platform/state/toasts'

const ShippedBatch = z.object({
  /** The orders that were shipped, or may have been. */
  ids: z.array(z.string()),
  at: z.string(),
  sentence: z.string(),
  /** One for each order that was not, or that was shipped otherwise before. */
  problems: z.array(z.string()),
})
type ShippedBatch = z.infer<typeof ShippedBatch>

const key = 'shipped-batch'

/** The orders that this tab has just shipped together, which can be undone together. Null: none. */
export const shippedBatch = createStore<ShippedBatch | null>(null)
if (typeof window !== 'undefined') shippedBatch.set(readDraft(key, ShippedBatch))
onOtherAccount(() => shippedBatch.set(null))

export function rememberBatch(batch: ShippedBatch | null): void {
  writeDraft(key, batch)
  shippedBatch.set(batch)
}

/** Remembers what became of each order, and toasts the number of those that were shipped. */
export function concludeShipping(results: readonly ShippingResult[]): void {
  // Without a note the order has the shipment that was asked for: the answer of a first attempt was lost.
  const isShipped = ({ outcome, note }: ShippingResult) => outcome !== 'refused' && !note
  const ids = results.filter(isShipped).map(({ id }) => id)
  const problems = results
    .filter((result) => !isShipped(result))
    .map(({ id, reason, note }) => (reason ? `Tidak dikirim: #${id} (${reason})` : `#${id}: ${note}`))
  const sentence = `${ids.length > 0 ? formatNumber(ids.length) : 'Tidak ada'} pesanan dikirim`
  rememberBatch({ ids, at: serverDate().toISOString(), sentence, problems })
  if (ids.length > 0) toast(sentence)
}

/** No answer came, so these orders may have been shipped. */
export function concludeUnanswered(ids: string[]): void {
  const sentence = `Jawaban toko tidak sampai: ${formatNumber(ids.length)} pesanan mungkin sudah dikirim`
  rememberBatch({ ids, at: serverDate().toISOString(), sentence, problems: [] })
}

/** @returns the refused orders */
export async function undoShipments(ids: readonly string[]): Promise<readonly UndoingResult[]> {
  const results: UndoingResult[] = []
  for (const some of batchesOf(ids)) {
    const { data } = await api.post('/api/admin/orders/undo-shipments', { ids: some }, success(z.array(UndoingResult)))
    results.push(...data)
  }
  return results.filter(({ outcome }) => outcome === 'refused')
}

/** `#261121-AAAAAA (reason), …` */
export const namesOf = (refused: readonly { id: string; reason: string | null }[]) =>
  refused.map(({ id, reason }) => `#${id} (${reason})`).join(', ')
