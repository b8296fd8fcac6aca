import { widthFile } from './image-files.ts'

/** The public URL of a stored picture, by its hash; null stays null. */
export type ImageUrl = (hash: string | null) => string | null
/** The value of `image` in responses: the URL of the middle width, from which `imageAt` makes those of the others. */
export const imageUrlUnder =
  (publicUrl: string): ImageUrl =>
  (hash) =>
    hash === null ? null : `${publicUrl}/media/${widthFile(hash, 640)}`
