import type { Order } from '@camilan/contract/orders'
import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import { useState } from 'react'
import { CourierField } from '~/orders/ship/courier-field'
import { formatNumber } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { DraftNotice } from '~/ui/form/draft-notice'
import { ActionBar } from '~/ui/page/action-bar'
import { NumberRows } from './number-rows'
import { ReviewShipments } from './review-shipments'
import { readColumn } from './shipment-numbers'
import { type TypedShipment, useShipments } from './use-shipments'

/** Ships many paid orders with one courier and a tracking number each, after all pairs were shown. */
export function ShipMany({ orders }: { orders: readonly Order[] }) {
  const typed = useShipments(orders)
  const { rows, fetched, noneTyped, without, chosen, courier, alsoWithout } = typed
  /** What is being shown before it is sent. An order that is cancelled meanwhile is refused by name. */
  const [shown, setShown] = useState<readonly TypedShipment[]>([])
  const firstEmpty = rows.findIndex(({ number }) => number === '')

  function ship() {
    setShown([])
    void typed.ship(shown)
  }

  return (
    <div className="mt-4 grid grid-cols-1 gap-4">
      {rows.length > 0 && (
        <>
          <p className="text-muted">
            Ketik, pindai, atau tempel satu kolom nomor resi. Urutannya sama dengan slip yang dicetak.
          </p>
          {typed.isRestored && <DraftNotice onDiscard={typed.discard} />}
          {/* The button is as wide as the fields below it. */}
          <div className="flex flex-wrap items-end justify-between gap-3 md:pr-4">
            <CourierField defaultValue={courier} onChange={typed.setCourier} />
            <PasteColumn onPaste={(column) => typed.paste(Math.max(firstEmpty, 0), column)} />
          </div>
          <NumberRows shipments={rows} onChange={typed.change} onPaste={typed.paste} />
        </>
      )}
      {fetched.length > 0 && (
        <p className="text-muted wrap-anywhere">
          {`Diambil sendiri, tanpa resi: ${fetched.map(({ order }) => `${order.user.name} #${order.id}`).join(', ')}.`}
        </p>
      )}
      {!noneTyped && without.length > 0 && (
        <label className="inline-flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={alsoWithout}
            onChange={() => typed.setAlsoWithout(!alsoWithout)}
            className="tick shrink-0"
          />
          <span>{`Kirim juga ${formatNumber(without.length)} pesanan tanpa resi`}</span>
        </label>
      )}
      <ActionBar onlyOnPhones>
        <Button
          variant={noneTyped ? 'quiet' : 'main'}
          pending={typed.pending}
          onClick={() => setShown(chosen)}
          className="w-full md:w-auto"
        >
          {noneTyped
            ? `Kirim ${formatNumber(chosen.length)} tanpa resi`
            : `Periksa ${formatNumber(chosen.length)} pesanan`}
        </Button>
      </ActionBar>
      <ReviewShipments courier={courier.trim()} shipments={shown} onAgree={ship} onClose={() => setShown([])} />
    </div>
  )
}

/** Pastes what was copied elsewhere, in one tap. Browsers allow it only on https and localhost. */
function PasteColumn({ onPaste }: { onPaste: (column: readonly string[]) => void }) {
  if (!('clipboard' in navigator)) return null
  async function paste() {
    try {
      onPaste(readColumn(await navigator.clipboard.readText()))
    } catch {
      toast('Peramban tidak mengizinkan. Tempel langsung di kotak resi pertama.', 'alert')
    }
  }
  return (
    <Button variant="quiet" onClick={paste} className="grow md:w-72 md:grow-0">
      <ClipboardPaste aria-hidden className="size-5" />
      Tempel kolom resi
    </Button>
  )
}
