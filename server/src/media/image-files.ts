import { imageWidths } from '@camilan/contract/images'

const fileName = new RegExp(`^[0-9a-f]{32}-(?:(?:${imageWidths.join('|')})\\.webp|og\\.jpg)$`)

/** Every picture is kept under all these names, also one that is narrower than a name says. */
export const widthFile = (hash: string, width: number): string => `${hash}-${width}.webp`
export const previewFile = (hash: string): string => `${hash}-og.jpg`
export const allFiles = (hash: string): string[] => [
  ...imageWidths.map((width) => widthFile(hash, width)),
  previewFile(hash),
]

export const isImageFile = (name: string): boolean => fileName.test(name)
