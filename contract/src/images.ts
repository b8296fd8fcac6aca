/** Rules for uploaded pictures, checked on both sides; the server decides by the bytes. */
export const maxImageBytes = 5 * 1024 ** 2
/** The same limit as people read it: `5MB`. */
export const maxImageSize = `${maxImageBytes / 1024 ** 2}MB`
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

/** The widths in pixels of the basic files, as WebP. They are stored with the upload. */
export const imageWidths = [160, 320, 640, 960, 1600] as const
export type ImageWidth = (typeof imageWidths)[number]

/**
 * The widths and formats of the full set, which a job makes for pictures of products. It has files of its own, so that
 * the content of a name never changes: `<hash>-full-640.avif` is beside `<hash>-640.webp`.
 */
export const fullSetWidths = [160, 320, 480, 640, 960, 1280, 1600] as const
export const fullSetFormats = ['webp', 'avif'] as const
export type FullSetWidth = (typeof fullSetWidths)[number]
export type FullSetFormat = (typeof fullSetFormats)[number]

export const imageSentences = {
  productType: 'Tipe file tidak didukung. Gunakan JPEG, PNG, atau GIF.',
  productSize: `Ukuran file terlalu besar. Maksimal ${maxImageSize}.`,
  profileType: 'Pilih file gambar yang valid',
  profileSize: `Ukuran gambar maksimal ${maxImageSize}`,
} as const

/**
 * A URL of `image`. It ends in `<hash>-640.webp`, or in `<hash>-full-640.webp` if the picture has its full set. A fragment,
 * which browsers don't send, says how the picture is shown: `#ec9b86a75,30,70` has three colours of three hexadecimal
 * digits, from top to bottom, for the time until it is loaded, and its focus in percent of the width and the height. Both
 * parts may be missing.
 */
const imageUrl =
  /^(?<picture>.*\/(?<hash>[0-9a-z]+))(?<full>-full)?-\d+\.webp(?:#(?<colors>(?:[0-9a-f]{9})?)(?:,(?<x>\d{1,3}),(?<y>\d{1,3}))?)?$/

/** The point that stays visible when a picture is cut to a square, in percent of its width and height. */
export interface Focus {
  x: number
  y: number
}

/** The parts of a URL of `image`. Undefined for other URLs, such as `blob:`. */
export function readImageUrl(url: string) {
  const found = imageUrl.exec(url)?.groups
  if (!found) return undefined
  const { hash = '', colors = '', x, y } = found
  return { hash, colors: colors.match(/.../g) ?? [], focus: x === undefined ? null : { x: Number(x), y: Number(y) } }
}

/** The URL of the same picture at another width: `…/<hash>-640.webp` becomes `…/<hash>-320.webp`. */
export function imageAt(url: string, width: ImageWidth): string {
  return url.replace(/-\d+\.webp(#.*)?$/, `-${width}.webp`)
}

/** The URL of the same picture as a JPEG of at most 300 KB for link previews. */
export function imageForPreview(url: string): string {
  return url.replace(imageUrl, '$<picture>-og.jpg')
}

/** For a `srcset`: the existing files of this picture, by their format. Empty for other URLs, such as `blob:`. */
export function imageSrcSets(url: string): { webp?: string; avif?: string } {
  const found = imageUrl.exec(url)?.groups
  if (!found) return {}
  const { picture, full } = found
  const srcSetOf = (widths: readonly number[], name: (width: number) => string) =>
    widths.map((width) => `${name(width)} ${width}w`).join(', ')
  if (full === undefined) return { webp: srcSetOf(imageWidths, (width) => `${picture}-${width}.webp`) }
  return {
    webp: srcSetOf(fullSetWidths, (width) => `${picture}-full-${width}.webp`),
    avif: srcSetOf(fullSetWidths, (width) => `${picture}-full-${width}.avif`),
  }
}
