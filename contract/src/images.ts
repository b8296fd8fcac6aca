/** Rules for uploaded pictures, checked on both sides; the server decides by the bytes. */
export const maxImageBytes = 5 * 1024 ** 2
/** Width times height, by the header. Of a larger one no byte is decoded. */
export const maxImagePixels = 40_000_000
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
  heic: 'Ini foto HEIC dari iPhone, yang tidak bisa dibaca peramban ini. Di iPhone, buka Pengaturan, Kamera, Format, lalu pilih Paling Kompatibel. Foto yang sudah ada bisa dikirim lewat WhatsApp dulu, lalu diunggah dari sana.',
} as const

/** A URL of `image`, which never changes: it ends in `<hash>-640.webp`. */
const imageUrl = /^(?<picture>.*\/[0-9a-z]+)-\d+\.webp$/

/** The point that stays visible when a picture is cut to a square, in percent of its width and height. */
export interface Focus {
  x: number
  y: number
}

const look = /^(?<full>full:)?(?<colors>(?:[0-9a-f]{9})?)(?:,(?<x>\d{1,3}),(?<y>\d{1,3}))?$/

/**
 * How a picture is shown: the value of `image_look`, such as `full:c9b86a751,30,70`. It may say that the full set exists, has
 * three colours of three hexadecimal digits, from top to bottom, for the time until it is loaded, and the focus.
 */
export function readLook(text: string | null | undefined) {
  const { full, colors = '', x, y } = look.exec(text ?? '')?.groups ?? {}
  return {
    isFull: full !== undefined,
    colors: colors.match(/.../g) ?? [],
    focus: x === undefined ? null : { x: Number(x), y: Number(y) },
  }
}

/** The URL of the same picture at another width: `…/<hash>-640.webp` becomes `…/<hash>-320.webp`. */
export function imageAt(url: string, width: ImageWidth): string {
  return url.replace(/-\d+\.webp$/, `-${width}.webp`)
}

/** The URL of the same picture as a JPEG of at most 300 KB for link previews. */
export function imageForPreview(url: string): string {
  return url.replace(imageUrl, '$<picture>-og.jpg')
}

/** For a `srcset`: the existing files of this picture, by their format. Empty for other URLs, such as `blob:`. */
export function imageSrcSets(url: string, isFull: boolean): { webp?: string; avif?: string } {
  const picture = imageUrl.exec(url)?.groups?.picture
  if (picture === undefined) return {}
  const srcSetOf = (widths: readonly number[], name: (width: number) => string) =>
    widths.map((width) => `${name(width)} ${width}w`).join(', ')
  if (!isFull) return { webp: srcSetOf(imageWidths, (width) => `${picture}-${width}.webp`) }
  return {
    webp: srcSetOf(fullSetWidths, (width) => `${picture}-full-${width}.webp`),
    avif: srcSetOf(fullSetWidths, (width) => `${picture}-full-${width}.avif`),
  }
}
