import { imageSentences, imageTypes, maxImageBytes } from '@camilan/contract/images'

/** What is wrong with a file as a product's picture; null if nothing. The server decides by the bytes. */
export function problemOfImage(file: File): string | null {
  if (!imageTypes.some((type) => type === file.type)) return imageSentences.productType
  if (file.size > maxImageBytes) return imageSentences.productSize
  return null
}
