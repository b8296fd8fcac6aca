/** The pictures of a product in its form. Public pages don't load this file. */
import type { Product } from './catalog.ts'
import { type Focus, readLook } from './images.ts'

/** The pictures of a product, with the first. */
export const maxPictures = 6

export const pictureSentences = {
  refused: `Paling banyak ${maxPictures} gambar, masing-masing sekali.`,
  gone: 'Salah satu gambar sudah tidak ada. Hapus dari daftar atau unggah lagi.',
} as const

/** The pictures in the text field `images` of a product's form: URLs separated by spaces. */
export const readPictures = (text: string) => text.split(/\s+/).map(readPicture)

function readPicture(url: string) {
  const { hash } = splitPicture(url)
  const { focus } = readLook(url.split('#')[1])
  return hash !== undefined && Math.max(focus?.x ?? 0, focus?.y ?? 0) <= 100 ? { hash, focus } : undefined
}

/** The text field's value for the present pictures: the fragment of a URL is the look of its picture. */
export const joinPictures = ({ images = [], images_look: looks = [] }: Pick<Product, 'images' | 'images_look'>) =>
  images.map((image, index) => joinPicture(image, looks[index] ?? null)).join(' ')

export const joinPicture = (image: string, look: string | null) => (look ? `${image}#${look}` : image)

/** Until Nov 2026 the URL of a picture with its full set was `<hash>-full-640.webp`: a draft may still name it. */
export function splitPicture(url: string) {
  const [image = '', image_look = null] = url.split('#')
  return { image, image_look, hash: /\/([0-9a-f]{32})(?:-full)?-\d+\.webp$/.exec(image)?.[1] }
}

/** A value of `image_look` with this focus. */
export const withFocus = (look: string | null, { x, y }: Focus) => `${(look ?? '').replace(/,.*/, '')},${x},${y}`
