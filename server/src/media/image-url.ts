import { widthFile } from './image-files.ts'

/** What the wire calls `image`: the middle width, from which `imageAt` of the contract finds the others. */
export function imageUrl(publicUrl: string, hash: string | null): string | null {
  return hash === null ? null : `${publicUrl}/media/${widthFile(hash, 640)}`
}
