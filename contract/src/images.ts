/** Rules for uploaded pictures, checked on both sides; the server decides by the bytes. */
export const maxImageBytes = 5 * 1024 ** 2
/** The same limit as it is shown to people: `5MB`. */
export const maxImageSize = `${maxImageBytes / 1024 ** 2}MB`
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

/** The widths in pixels at which a picture is stored. */
export const imageWidths = [160, 320, 640, 960, 1600] as const
export type ImageWidth = (typeof imageWidths)[number]

export const imageSentences = {
  productType: 'Tipe file tidak didukung. Gunakan JPEG, PNG, atau GIF.',
  productSize: `Ukuran file terlalu besar. Maksimal ${maxImageSize}.`,
  profileType: 'Pilih file gambar yang valid',
  profileSize: `Ukuran gambar maksimal ${maxImageSize}`,
} as const

/** The URL of the same picture at another width: `…/<hash>-640.webp` becomes `…/<hash>-320.webp`. */
export function imageAt(url: string, width: ImageWidth): string {
  return url.replace(/-\d+\.webp$/, `-${width}.webp`)
}

/** The URL of the same picture as a JPEG of at most 300 KB for link previews. */
export function imageForPreview(url: string): string {
  return url.replace(/-\d+\.webp$/, '-og.jpg')
}
