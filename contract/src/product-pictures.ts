/** The pictures of a product in its form. Public pages don't load this file. */
import { type Focus, readImageUrl } from './images.ts'

/** The pictures of a product, with the first. */
export const maxPictures = 6

export const pictureSentences = {
  refused: `Paling banyak ${maxPictures} gambar, masing-masing sekali.`,
  gone: 'Salah satu gambar sudah tidak ada. Hapus dari daftar atau unggah lagi.',
} as const

/** The pictures in the text field `images` of a product's form: URLs separated by spaces. */
export const readPictures = (text: string) => text.split(/\s+/).map(readPicture)

function readPicture(url: string) {
  const read = readImageUrl(url)
  const isHash = read !== undefined && /^[0-9a-f]{32}$/.test(read.hash)
  return isHash && Math.max(read.focus?.x ?? 0, read.focus?.y ?? 0) <= 100 ? read : undefined
}

/** The fragment of a URL of `image`. */
export function lookOf(colors: string | null, focus: Focus | null): string {
  const look = `${colors ?? ''}${focus ? `,${focus.x},${focus.y}` : ''}`
  return look && `#${look}`
}
