import { imageWidths } from '@camilan/contract/images'

const fileNamePattern = new RegExp(`^[0-9a-f]{32}-(?:(?:${imageWidths.join('|')})\\.webp|og\\.jpg)$`)

/** Every picture has a file for each width, even if it is narrower than that. */
export const widthFile = (hash: string, width: number): string => `${hash}-${width}.webp`
export const previewFile = (hash: string): string => `${hash}-og.jpg`
export const allFiles = (hash: string): string[] => [
  ...imageWidths.map((width) => widthFile(hash, width)),
  previewFile(hash),
]

export const isImageFile = (name: string): boolean => fileNamePattern.test(name)

/** The hash in the name of a picture's file; undefined for other names. */
export const hashOfFile = (name: string): string | undefined => (isImageFile(name) ? name.slice(0, 32) : undefined)
