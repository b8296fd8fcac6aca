import type { Product } from '@camilan/contract/catalog'
import { productPath } from '@camilan/contract/product-path'
import { MessageCircle, Share2 } from 'lucide-react'
import { useState } from 'react'
import { formatRupiah } from '~/platform/formats'
import { useShopInfo } from '~/platform/shop-info'
import { LinkButton } from '~/ui/button'
import { CopyButton } from '~/ui/copy-button'
import { Dialog } from '~/ui/dialog'
import { IconButton } from '~/ui/icon-button'

interface ShareProductProps {
  product: Pick<Product, 'id' | 'name' | 'price'>
  disabled?: boolean
  /** Shown as a word instead of an icon. */
  isLink?: boolean
}

/** Gives a product's link to another app of the device. A browser that can't do that offers WhatsApp and a copy. */
export function ShareProduct({ product, disabled = false, isLink = false }: ShareProductProps) {
  const { publicUrl } = useShopInfo()
  const [open, setOpen] = useState(false)
  const { name, price } = product
  const url = publicUrl + productPath(product)
  const text = `${name}, ${formatRupiah(price)}. Pesan di sini:`

  async function share() {
    try {
      await navigator.share({ title: name, text, url })
    } catch (error) {
      const wasClosed = error instanceof DOMException && error.name === 'AbortError'
      if (!wasClosed) setOpen(true)
    }
  }

  return (
    <>
      {isLink ? (
        <button type="button" onClick={share} className="link inline-flex min-h-11 items-center gap-1.5">
          <Share2 aria-hidden className="size-4" />
          Bagikan
        </button>
      ) : (
        <IconButton icon={Share2} label={`Bagikan ${name}`} disabled={disabled} onClick={share} />
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={`Bagikan ${name}`}>
        <div className="grid gap-3">
          <p className="rounded-xl bg-soft px-4 py-3 wrap-anywhere select-all">
            {text} {url}
          </p>
          <LinkButton
            to={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
            target="_blank"
            rel="noreferrer"
          >
            <MessageCircle aria-hidden className="size-5" />
            Kirim lewat WhatsApp
          </LinkButton>
          <div className="justify-self-center">
            <CopyButton text={url} of="tautan" />
          </div>
        </div>
      </Dialog>
    </>
  )
}
