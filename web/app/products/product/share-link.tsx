import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useShopInfo } from '~/platform/pages/shop-info'
import { type SharedProduct, share, sharedOf } from '~/products/share'

const ShareDialog = lazy(() => import('~/products/share-dialog'))

/** 'Bagikan' of buyers. Most phones have a sheet of their own, so that the dialog is loaded only where there is none. */
export function ShareLink({ product }: { product: SharedProduct }) {
  const { publicUrl } = useShopInfo()
  const [open, setOpen] = useState<boolean>()
  const shared = sharedOf(product, publicUrl)
  return (
    <>
      <button
        type="button"
        onClick={async () => setOpen(!(await share(shared)))}
        className="link -mr-3 inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 md:mr-0 lg:mt-2"
      >
        <Share2 aria-hidden className="size-5 md:size-4" />
        <span className="max-md:sr-only">Bagikan</span>
      </button>
      {open !== undefined && (
        <Suspense>
          <ShareDialog {...shared} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
