import { imageAt, imageWidths } from '@camilan/contract/images'
import { useState } from 'react'
import placeholder from '~/brand/placeholder.svg'

interface ProductPictureProps {
  image: string | null
  /** The product's name; empty where the name is shown beside the picture. */
  alt: string
  /** How wide it is shown, as in an img's `sizes`: `160px`, `(min-width: 1024px) 33vw, 50vw`. */
  sizes: string
  /** It is visible without scrolling: load it first. */
  priority?: boolean
  className?: string
}

/** A square picture; the placeholder where there is none or it can't be loaded. */
export function ProductPicture({ image, alt, sizes, priority = false, className = '' }: ProductPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const src = image === null || image === broken ? null : image
  return (
    <img
      // The error event of an image that failed before hydration is lost. A natural width of zero alone does not prove a
      // failure: some tiny images have it too, but can be decoded.
      ref={(img) => {
        if (src && img?.complete && img.naturalWidth === 0) img.decode().catch(() => setBroken(src))
      }}
      src={src ?? placeholder}
      srcSet={src ? srcSetOf(src) : undefined}
      sizes={src ? sizes : undefined}
      onError={() => setBroken(src)}
      alt={alt}
      width={640}
      height={640}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      className={`bg-soft aspect-square h-auto w-full object-cover dark:brightness-90 ${className}`}
    />
  )
}

function srcSetOf(url: string): string | undefined {
  if (imageAt(url, 160) === imageAt(url, 320)) return undefined
  return imageWidths.map((width) => `${imageAt(url, width)} ${width}w`).join(', ')
}
