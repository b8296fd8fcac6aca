import { formatRupiah } from '~/platform/state/formats'

/** Beside a price that only this buyer has. */
export const OwnPriceNote = ({ of: { is_own_price } }: { of: { is_own_price?: boolean | undefined } }) =>
  is_own_price ? <p className="text-13 font-semibold text-accent">Harga khusus Anda</p> : null

/** @param until  how much more the goods must cost; null: nothing is said */
export function FreeDeliveryNote({ until, className = '' }: { until: number | null; className?: string }) {
  if (until === null) return null
  return (
    <p
      className={`text-13 font-semibold text-accent ${className}`}
    >{`Kurang ${formatRupiah(until)} lagi, gratis ongkos kirim.`}</p>
  )
}
