import type { Product } from '@camilan/contract/catalog'
import { useEffect, useRef, useState } from 'react'
import { useLoaded } from '~/platform/state/use-loaded'

/** What goes with a product, loaded when the reader comes near to it. */
export function LazyFitting({ product }: { product: Product }) {
  const [isNear, setIsNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: '200px',
    })
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
  return (
    <div ref={place} className="mt-10 empty:min-h-64 md:col-span-2 md:mt-14">
      {isNear && <Loaded product={product} />}
    </div>
  )
}

function Loaded({ product }: { product: Product }) {
  const loaded = useLoaded(() => import('./fitting-products'))
  return loaded && <loaded.FittingProducts product={product} />
}
