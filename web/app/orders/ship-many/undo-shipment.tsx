import { undoShipmentMs } from '@camilan/contract/order-values'
import Printer from 'lucide-react/icons/printer'
import { printHref } from '~/orders/print/print-url'
import { formatNumber } from '~/platform/state/formats'
import { useStore } from '~/platform/state/store'
import { toast } from '~/platform/state/toasts'
import { useNow } from '~/platform/state/use-now'
import { LinkButton } from '~/ui/ask/button'
import { CloseButton } from '~/ui/ask/icon-button'
import { AskButton } from '~/ui/form/ask-button'
import { namesOf, rememberBatch, shippedBatch, undoShipments } from './shipped-batch'

interface UndoShipmentProps {
  /** The orders that were shipped together. */
  ids: readonly string[]
  shippedAt: string
  onUndone?: () => void
}

/** Undoes a shipment that was recorded by mistake; shown only while the server still allows it. */
export function UndoShipment({ ids, shippedAt, onUndone }: UndoShipmentProps) {
  const leftSeconds = Math.floor((new Date(shippedAt).getTime() + undoShipmentMs - useNow()) / 1000)
  if (leftSeconds <= 0) return null
  const what = ids.length === 1 ? `pesanan #${ids[0]}` : `${formatNumber(ids.length)} pesanan`
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <AskButton
        label={`Batalkan pengiriman${ids.length > 1 ? ` ${what}` : ''}`}
        question={`Batalkan pengiriman ${what}?`}
        yes="Ya, batalkan"
        no="Tidak"
        danger
        do={() => undoShipments(ids)}
        done={(refused) => {
          if (refused.length === 0) toast('Pengiriman dibatalkan')
          else if (refused.length === ids.length) toast(`Pengiriman tidak dibatalkan: ${namesOf(refused)}`, 'alert')
          else toast(`Pengiriman dibatalkan, kecuali ${namesOf(refused)}`, 'alert')
          onUndone?.()
        }}
        failed="Gagal membatalkan pengiriman. Silakan coba lagi."
        revalidate="both"
      />
      <span role="timer" className="text-13 text-muted tabular-nums">
        {`sisa ${Math.floor(leftSeconds / 60)}:${String(leftSeconds % 60).padStart(2, '0')}`}
      </span>
    </div>
  )
}

/** What became of the orders that this tab has just shipped together, with their one undo. */
export function LastBatch() {
  const batch = useStore(shippedBatch)
  if (!batch) return null
  const { ids, at, sentence, problems } = batch
  return (
    <section aria-label="Baru dikirim" className="card mt-4 p-4 wrap-anywhere">
      <div className="flex items-start justify-between gap-3">
        <p className="font-bold">{sentence}</p>
        <CloseButton
          label="Tutup hasil pengiriman"
          small
          onClick={() => rememberBatch(null)}
          className="-my-2.5 -mr-2"
        />
      </div>
      {problems.map((problem) => (
        <p key={problem} className="mt-1 font-semibold text-danger">
          {problem}
        </p>
      ))}
      {ids.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
          <LinkButton variant="quiet" to={printHref({ ids })}>
            <Printer aria-hidden className="size-5" />
            <span>{`Cetak ${formatNumber(ids.length)} label`}</span>
          </LinkButton>
          <UndoShipment ids={ids} shippedAt={at} onUndone={() => rememberBatch(null)} />
        </div>
      )}
    </section>
  )
}
