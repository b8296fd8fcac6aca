import { formatRupiah } from '~/platform/state/formats'
import { Rupiah } from '~/ui/shop/rupiah'

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

/** Of the cart. @param amount  null while the server is asked for it */
export const CartAmount = ({ amount, className = '' }: { amount: number | null; className?: string }) =>
  amount === null ? (
    <span className={`${className} text-muted`}>Menghitung...</span>
  ) : (
    <Rupiah amount={amount} className={className} />
  )
