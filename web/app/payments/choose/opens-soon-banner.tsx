import { useShopInfo } from '~/platform/pages/shop-info'
import { ShopBanner } from '~/ui/page/shop-banner'

/** Shown on every page of a shop that can't be paid yet: it takes no orders. */
export function OpensSoonBanner() {
  if (useShopInfo().clientKey !== null) return null
  const message = 'Anda sudah bisa melihat-lihat. Pesanan belum bisa dibuat.'
  return <ShopBanner opening={{ is_open: false, title: 'Toko ini segera dibuka.', message, reopens: null }} />
}
