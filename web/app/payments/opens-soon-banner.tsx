import { useShopInfo } from '~/platform/shop-info'
import { Notice } from '~/ui/notice'

/** On every page of a shop that can't be paid yet: it takes no orders. */
export function OpensSoonBanner() {
  const { clientKey } = useShopInfo()
  if (clientKey !== null) return null
  return (
    <section aria-label="Keadaan toko" className="mx-auto max-w-6xl px-4 pt-4 md:px-6">
      <Notice>
        <p>Toko ini segera dibuka.</p>
        <p className="font-normal">Anda sudah bisa melihat-lihat. Pesanan belum dapat dibuat.</p>
      </Notice>
    </section>
  )
}
