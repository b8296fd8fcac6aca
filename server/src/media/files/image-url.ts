import type { KnownPictures } from './full-sets.ts'
import { widthFile } from './image-files.ts'

/** The public URL of a stored picture, by its hash; null stays null. */
export interface ImageUrl {
  (hash: string | null): string | null
  /** The fields of a product's picture. */
  withLook(hash: string | null): { image: string | null; image_look: string | null }
}

/**
 * The value of `image` in responses: the URL of the WebP of the middle width, the same from the upload on. `imageAt` and
 * `imageSrcSets` derive the URLs of the other files from it and from its look.
 */
export function imageUrlUnder(publicUrl: string, known?: KnownPictures): ImageUrl {
  const urlOf = (hash: string | null) => hash && `${publicUrl}/media/${widthFile(hash, 640)}`
  const withLook = (hash: string | null) => ({
    image: urlOf(hash),
    image_look: (hash && known?.lookOf(hash)) || null,
  })
  return Object.assign(urlOf, { withLook })
}
