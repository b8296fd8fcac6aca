import { imageSrcSets, readLook } from '@camilan/contract/images'
import { useState } from 'react'
import { preload } from 'react-dom'
import placeholder from '~/brand/placeholder.svg'

interface ProductPictureProps {
  of: { image: string | null; image_look: string | null }
  /** The product's name; empty if the name is shown beside the picture. */
  alt: string
  /** The shown width, as in an img's `sizes`: `160px`, `(min-width: 1024px) 33vw, 50vw`. */
  sizes: string
  /** It is visible without scrolling: load it first. */
  priority?: boolean
  /** It will be seen soon: load it now. */
  ahead?: boolean
  className?: string
}

/** A square picture, or the placeholder if there is none or it can't be loaded. Its colours are seen until it is loaded. */
export function ProductPicture({
  of: { image, image_look },
  alt,
  sizes,
  priority = false,
  ahead = false,
  className = '',
}: ProductPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const src = image === null || image === broken ? null : image
  const { isFull, colors, focus } = readLook(src && image_look)
  const { webp, avif } = src ? imageSrcSets(src, isFull) : {}
  const img = (
    <img
      // The error event of an image that failed before hydration is lost. A natural width of zero alone does not prove a
      // failure, because some tiny images that can be decoded have it too.
      ref={(img) => {
        if (src && img?.complete && img.naturalWidth === 0) img.decode().catch(() => setBroken(src))
      }}
      src={src ?? placeholder}
      srcSet={webp}
      sizes={webp && sizes}
      onError={() => setBroken(src)}
      alt={alt}
      width={640}
      height={640}
      loading={priority || ahead ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      style={{
        ...(colors.length > 0 && { backgroundImage: `linear-gradient(${colors.map((color) => `#${color}`).join()})` }),
        ...(focus && { objectPosition: `${focus.x}% ${focus.y}%` }),
      }}
      className={`bg-soft aspect-square h-auto w-full object-cover dark:brightness-90 ${className}`}
    />
  )
  if (!src || !avif) return img
  // React preloads an img, but not one in a picture. Browsers without AVIF ignore a preload of that type.
  if (priority) {
    preload(src, { as: 'image', imageSrcSet: avif, imageSizes: sizes, type: 'image/avif', fetchPriority: 'high' })
  }
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      {img}
    </picture>
  )
}
