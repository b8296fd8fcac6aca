import { ScanBarcode, Truck } from 'lucide-react'
import { shipHref } from '~/orders/print/print-url'
import { useMutation } from '~/platform/api/use-mutation'
import { formatNumber } from '~/platform/state/formats'
import { Button, LinkButton } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'
import type { Elements } from '~/ui/elements'
import { ActionBar } from '~/ui/page/action-bar'
import { type ShippedBatch, shipInBatches } from './ship-in-batches'
import { concludeShipping } from './shipped-batch'

interface ShipSelectedProps {
  ids: readonly string[]
  /** Shown beside the actions. */
  children?: Elements
  /** Receives the progress: all batches, each with its result so far. */
  onProgress: (batches: readonly ShippedBatch[]) => void
  onShipped: () => void
}

/** Ships all chosen orders after one question. Shows nothing if none is chosen. */
export function ShipSelected({ ids, children, onProgress, onShipped }: ShipSelectedProps) {
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: () => shipInBatches(ids, onProgress),
    done: (results) => {
      concludeShipping(results)
      onShipped()
    },
    failed: 'Gagal memperbarui pesanan. Silakan coba lagi.',
    revalidate: 'both',
  })
  if (ids.length === 0) return null
  const what = `${formatNumber(ids.length)} pesanan`

  async function ask() {
    if (await confirm(`Apakah anda ingin mengirim ${what}?`, { yes: 'Kirim' })) await run()
  }

  return (
    <ActionBar onlyOnPhones>
      <Button variant="quiet" pending={pending} onClick={ask} className="grow max-sm:px-3">
        {!pending && <Truck aria-hidden className="size-5" />}
        <span>{`Kirim ${what}`}</span>
      </Button>
      <LinkButton to={shipHref(ids)} className="grow max-sm:px-3">
        <ScanBarcode aria-hidden className="size-5" />
        Isi resi
      </LinkButton>
      {children}
    </ActionBar>
  )
}

/** Leads to the tracking numbers of all paid orders. */
export function ShipAll() {
  return (
    <LinkButton to={shipHref()}>
      <ScanBarcode aria-hidden className="size-5" />
      Isi resi
    </LinkButton>
  )
}
