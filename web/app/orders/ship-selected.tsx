import type { ShippingResult } from '@camilan/contract/orders'
import { Truck } from 'lucide-react'
import { formatNumber } from '~/platform/formats'
import { toast } from '~/platform/toasts'
import { useMutation } from '~/platform/use-mutation'
import { ActionBar } from '~/ui/action-bar'
import { Button } from '~/ui/button'
import { useConfirm } from '~/ui/confirm'
import { type ShippedBatch, shipInBatches } from './ship-in-batches'

interface ShipSelectedProps {
  ids: readonly string[]
  /** Receives the progress: all batches, each with its result so far. */
  onProgress: (batches: readonly ShippedBatch[]) => void
  onShipped: () => void
}

/** Ships all chosen orders after one question. Shows nothing if none is chosen. */
export function ShipSelected({ ids, onProgress, onShipped }: ShipSelectedProps) {
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: () => shipInBatches(ids, onProgress),
    done: (results) => {
      toastResults(results)
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
      <Button pending={pending} onClick={ask} className="w-full md:w-auto">
        {!pending && <Truck aria-hidden className="size-5" />}
        Kirim {what}
      </Button>
    </ActionBar>
  )
}

function toastResults(results: readonly ShippingResult[]): void {
  const of = (wanted: ShippingResult['outcome']) => results.filter(({ outcome }) => outcome === wanted)
  const [shipped, before, refused] = [of('shipped'), of('shipped_before'), of('refused')]
  if (shipped.length > 0) toast(`${formatNumber(shipped.length)} pesanan dikirim`)
  if (before.length > 0) {
    toast(before.map(({ id, note }) => `#${id}: ${note ?? 'Sudah dikirim'}`).join(', '), 'alert')
  }
  if (refused.length > 0) {
    toast(`Tidak dikirim: ${refused.map(({ id, reason }) => `#${id} (${reason})`).join(', ')}`, 'alert')
  }
}
