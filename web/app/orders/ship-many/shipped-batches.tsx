import type { ShippingResult } from '@camilan/contract/ship-orders'
import { formatNumber } from '~/platform/state/formats'
import type { ShippedBatch } from './ship-in-batches'

/** The progress of shipping in several batches, with the result of each. Shows nothing for a single batch. */
export function ShippedBatches({ batches }: { batches: readonly ShippedBatch[] }) {
  if (batches.length < 2) return null
  const total = batches.reduce((sum, { ids }) => sum + ids.length, 0)
  const done = batches.reduce((sum, { results }) => sum + (results?.length ?? 0), 0)
  const current = batches.findIndex(({ results, failed }) => results === null && !failed)
  const isOver = done === total || batches.some(({ failed }) => failed)
  return (
    <section aria-label="Hasil pengiriman" className="card mt-6 grid gap-2 p-4">
      <p role="status" className="font-semibold">
        {`${isOver ? 'Selesai: ' : 'Mengirim: '}${formatNumber(done)} dari ${formatNumber(total)} pesanan`}
      </p>
      <progress
        value={done}
        max={total}
        aria-label="Pesanan yang sudah diproses"
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-soft [&::-webkit-progress-value]:bg-accent"
      />
      <ol className="grid gap-1 text-muted">
        {batches.map((batch, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the batches never change their places
          <li key={index} className="wrap-anywhere">
            {`Bagian ${index + 1} dari ${batches.length}: ${resultOf(batch, !isOver && index === current)}`}
          </li>
        ))}
      </ol>
    </section>
  )
}

function resultOf({ ids, results, failed }: ShippedBatch, isCurrent: boolean): string {
  if (failed) return `${formatNumber(ids.length)} pesanan gagal diproses, silakan kirim lagi.`
  if (!results) return `${formatNumber(ids.length)} pesanan ${isCurrent ? 'sedang dikirim...' : 'belum dikirim'}`
  const of = (wanted: ShippingResult['outcome']) => results.filter(({ outcome }) => outcome === wanted)
  const [shipped, before, refused] = [of('shipped'), of('shipped_before'), of('refused')]
  return [
    `${formatNumber(shipped.length)} dikirim`,
    ...(before.length > 0 ? [`${formatNumber(before.length)} sudah dikirim sebelumnya`] : []),
    ...(refused.length > 0
      ? [`${formatNumber(refused.length)} tidak: ${refused.map(({ id, reason }) => `#${id} (${reason})`).join(', ')}`]
      : []),
  ].join(', ')
}
