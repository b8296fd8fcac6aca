import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useShopInfo } from '~/platform/shop-info'
import { handOver, type SharedProduct, sharedOf } from './hand-over'

const ShareDialog = lazy(() => import('./share-dialog'))

/** 'Bagikan' of buyers. Most phones have a sheet of their own, so that the dialog is loaded only where there is none. */
export function ShareLink({ product }: { product: SharedProduct }) {
  const { publicUrl } = useShopInfo()
  const [open, setOpen] = useState<boolean>()
  const shared = sharedOf(product, publicUrl)
  return (
    <>
      <button
        type="button"
        onClick={async () => setOpen(!(await handOver(shared)))}
        className="link inline-flex min-h-11 items-center gap-1.5"
      >
        <Share2 aria-hidden className="size-4" />
        Bagikan
      </button>
      {open !== undefined && (
        <Suspense>
          <ShareDialog {...shared} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
