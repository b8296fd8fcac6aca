import { useShopInfo } from '~/platform/shop-info'

/** Shown on every page of a shop that can't be paid yet: it takes no orders. */
export function OpensSoonBanner() {
  if (useShopInfo().clientKey !== null) return null
  return (
    <section aria-label="Keadaan toko" className="border-b border-line bg-warning-soft text-warning">
      <p className="mx-auto max-w-6xl px-4 py-3 md:px-6">
        <b>Toko ini segera dibuka.</b> Anda sudah bisa melihat-lihat. Pesanan belum dapat dibuat.
      </p>
    </section>
  )
}
