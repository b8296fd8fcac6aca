import { imageAt } from '@camilan/contract/images'
import { useShopInfo } from '~/platform/pages/shop-info'

/** The seller's picture, else the logo, else nothing. */
export function SellerFace({ className }: { className: string }) {
  const { sellerPhoto, logo } = useShopInfo()
  const image = sellerPhoto ?? logo
  if (image === null) return null
  return (
    <img
      src={imageAt(image, 320)}
      alt=""
      width={320}
      height={320}
      loading="lazy"
      className={`shrink-0 rounded-full object-cover ${className}`}
    />
  )
}
