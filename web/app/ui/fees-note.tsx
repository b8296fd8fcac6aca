import { useShopInfo } from '~/platform/shop-info'
import { Rupiah } from './rupiah'

/** What comes on top of the goods, said before the order page does. */
export function FeesNote({ className = '' }: { className?: string }) {
  const { shippingCost, serviceFee } = useShopInfo()
  return (
    <p className={`text-13 text-pretty text-muted ${className}`}>
      Belum termasuk biaya pengiriman <Rupiah amount={shippingCost} /> dan biaya pelayanan{' '}
      <Rupiah amount={serviceFee} /> per pesanan.
    </p>
  )
}
