import { useShopInfo } from '~/platform/pages/shop-info'
import { CopyButton } from '~/ui/ask/copy-button'

/** The address of the shop, to send to buyers. */
export function ShopLink() {
  const { publicUrl } = useShopInfo()
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2">
      <span className="font-semibold wrap-anywhere">{publicUrl}</span>
      <CopyButton text={publicUrl} of="tautan toko" />
    </p>
  )
}
