import { fullSetFile, widthFile } from './image-files.ts'

/** The public URL of a stored picture, by its hash; null stays null. */
export type ImageUrl = (hash: string | null) => string | null
/**
 * The value of `image` in responses: the URL of the WebP of the middle width, from which `imageAt` and `imageSrcSets` make
 * those of the other files. It names a file of the full set when the picture has one, so that nobody asks for files that
 * do not exist yet.
 */
export const imageUrlUnder =
  (publicUrl: string, hasFullSet: (hash: string) => boolean = () => false): ImageUrl =>
  (hash) => {
    if (hash === null) return null
    const name = hasFullSet(hash) ? fullSetFile(hash, { width: 640, format: 'webp' }) : widthFile(hash, 640)
    return `${publicUrl}/media/${name}`
  }
