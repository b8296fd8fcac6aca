import Truck from 'lucide-react/icons/truck'
import { formatNumber } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { Dialog } from '~/ui/ask/dialog'
import { Notice } from '~/ui/ask/notice'
import { isFetched } from './shipment-numbers'
import type { TypedShipment } from './use-shipments'

interface ReviewShipmentsProps {
  courier: string
  /** None: it is closed. */
  shipments: readonly TypedShipment[]
  onAgree: () => void
  onClose: () => void
}

/** Shows each order with its tracking number before they are shipped. */
export function ReviewShipments({ courier, shipments, onAgree, onClose }: ReviewShipmentsProps) {
  const odd = shipments.filter(({ warning }) => warning).length
  const what = `${formatNumber(shipments.length)} pesanan`
  return (
    <Dialog
      open={shipments.length > 0}
      onClose={onClose}
      title={`Kirim ${what}${courier && ` lewat ${courier}`}?`}
      holdsInput
    >
      {odd > 0 && <Notice>{`${formatNumber(odd)} resi perlu diperiksa.`}</Notice>}
      {courier === '' && shipments.some(({ number }) => number) && (
        <Notice>Kurirnya belum diisi, jadi pembeli tidak mendapat tautan lacak.</Notice>
      )}
      <ul className="my-4 max-h-[50dvh] divide-y divide-line overflow-y-auto rounded-xl border border-line">
        {shipments.map(({ order, number, warning }) => (
          <li key={order.id} className="px-4 py-2.5 wrap-anywhere">
            <p>{order.user.name}</p>
            <p className={number ? 'font-bold tabular-nums' : isFetched(order) ? 'text-muted' : 'text-warning'}>
              {number || (isFetched(order) ? 'Diambil sendiri' : 'Tanpa resi')}
            </p>
            {warning && <p className="text-13 font-semibold text-warning">{warning}</p>}
          </li>
        ))}
      </ul>
      {/* Odd numbers are sent, too, but looking at them again is the main action then. */}
      <div className={`flex gap-3 ${odd > 0 ? 'flex-row-reverse justify-start' : 'justify-end'}`}>
        <Button variant={odd > 0 ? 'main' : 'quiet'} onClick={onClose} className="max-sm:px-3">
          {odd > 0 ? 'Periksa lagi' : 'Kembali'}
        </Button>
        <Button variant={odd > 0 ? 'quiet' : 'main'} onClick={onAgree} className="max-sm:px-3">
          {odd === 0 && <Truck aria-hidden className="size-5" />}
          <span>{odd > 0 ? 'Tetap kirim' : 'Kirim'}</span>
        </Button>
      </div>
    </Dialog>
  )
}
