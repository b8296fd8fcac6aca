import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { useShopInfo } from '~/platform/shop-info'
import { IconButton } from '~/ui/icon-button'
import { handOver, type SharedProduct, sharedOf } from './hand-over'
import ShareDialog from './share-dialog'

interface ShareProductProps {
  product: SharedProduct
  disabled?: boolean
}

/** Gives a product's link to another app of the device. A browser that can't do that offers WhatsApp and a copy. */
export function ShareProduct({ product, disabled = false }: ShareProductProps) {
  const { publicUrl } = useShopInfo()
  const [open, setOpen] = useState(false)
  const shared = sharedOf(product, publicUrl)
  return (
    <>
      <IconButton
        icon={Share2}
        label={`Bagikan ${product.name}`}
        disabled={disabled}
        onClick={async () => setOpen(!(await handOver(shared)))}
      />
      <ShareDialog {...shared} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
