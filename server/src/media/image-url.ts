import type { KnownPictures } from './full-sets.ts'
import { fullSetFile, widthFile } from './image-files.ts'

/** The public URL of a stored picture, by its hash; null stays null. */
export type ImageUrl = (hash: string | null) => string | null
/**
 * The value of `image` in responses: the URL of the WebP of the middle width. `imageAt` and `imageSrcSets` derive the URLs
 * of the other files from it. It names a file of the full set only if the picture has one, so that no client asks for
 * missing files.
 */
export const imageUrlUnder =
  (publicUrl: string, known?: KnownPictures): ImageUrl =>
  (hash) => {
    if (hash === null) return null
    const name = known?.has(hash) ? fullSetFile(hash, { width: 640, format: 'webp' }) : widthFile(hash, 640)
    return `${publicUrl}/media/${name}${known?.lookOf(hash) ?? ''}`
  }
