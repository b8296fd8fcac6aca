import {
  type FullSetFormat,
  type FullSetWidth,
  fullSetFormats,
  fullSetWidths,
  imageWidths,
} from '@camilan/contract/images'

export interface FullSetFile {
  width: FullSetWidth
  format: FullSetFormat
}

const any = (values: readonly (string | number)[]) => `(?:${values.join('|')})`
const fileNamePattern = new RegExp(
  `^[0-9a-f]{32}-(?:${any(imageWidths)}\\.webp|full-${any(fullSetWidths)}\\.${any(fullSetFormats)}|og\\.jpg)$`,
)

/** The content type of a picture's file, by the ending of its name. */
export const imageTypes: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
}

/** Every picture has a file for each width, even if the picture is narrower. */
export const widthFile = (hash: string, width: number): string => `${hash}-${width}.webp`
export const previewFile = (hash: string): string => `${hash}-og.jpg`
export const fullSetFile = (hash: string, { width, format }: FullSetFile): string => `${hash}-full-${width}.${format}`

/** The files of the full set, in the order in which they are made. */
export const fullSet: readonly FullSetFile[] = fullSetFormats.flatMap((format) =>
  fullSetWidths.map((width) => ({ width, format })),
)

/** The files that are stored with the upload. */
export const basicFiles = (hash: string): string[] => [
  ...imageWidths.map((width) => widthFile(hash, width)),
  previewFile(hash),
]
export const fullSetFiles = (hash: string): string[] => fullSet.map((file) => fullSetFile(hash, file))
export const allFiles = (hash: string): string[] => [...basicFiles(hash), ...fullSetFiles(hash)]

export const isImageFile = (name: string): boolean => fileNamePattern.test(name)
export const isFullSetFile = (name: string): boolean => isImageFile(name) && name.slice(32).startsWith('-full-')

/** The hash in the name of a picture's file; undefined for other names. */
export const hashOfFile = (name: string): string | undefined => (isImageFile(name) ? name.slice(0, 32) : undefined)
